import { sumAmounts } from '#platform/contract/money.ts'
import type { Database } from '#platform/db/database.ts'
import { messages as common } from '../../messages.ts'
import type { BillGroup, ReportSection, ReportTable } from '../../view-contract.ts'
import {
  findBillContext,
  savedColumn,
  selectBills,
  sumColumns,
  toBillSection,
  toLeftOutSections,
  toRow,
} from '../bill-sections.ts'
import type { GroupSums } from '../bill-sums.ts'
import { findBaseTotal } from '../exchange/find-base-total.ts'
import type { Period, Report } from '../report-definition.ts'
import { axisLabels, clipBucket, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { messages } from './savings-messages.ts'
import {
  findBillTurnaround,
  findDecisionTurnaround,
  findSavingsData,
  goalDays,
  type SavingsData,
  type SavingsGroup,
  type Turnaround,
} from './savings-queries.ts'

/** Charged, repriced and saved amounts by month, client and group. Totals name no patient. */
export const savings: Report = {
  code: 'SAVINGS',
  features: [],
  template: new URL('../sections-document.ts', import.meta.url),
  findData: findSavingsSections,
  view: {
    basis: common.document.byProcessedDate,
    explanation: messages.explanation,
    findSections: findSavingsSections,
  },
}

/** Loads the Savings Summary: one total of all currencies, each currency, and what is not in one of them. */
async function findSavingsSections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findSavingsData(scoped, period, signal)
  const context = await findBillContext(scoped, period, signal)
  const leftOut = toLeftOutSections(data?.totals ?? [], context)
  if (!data) return leftOut.length > 0 ? { rows: 0, bills: 0, sections: leftOut } : undefined
  const sections = [
    ...(await findBaseTotal(scoped, period, signal)),
    ...data.totals.map((sums): ReportSection => {
      const tables = [
        toTrend(period, data, sums),
        ...data.groups.map((group) => toGroup(period, data, sums, group)),
        ...toClients(period, data, sums),
      ]
      return { ...toBillSection(period, sums, context), tables }
    }),
    ...(await findTurnaround(scoped, period, data, signal)),
    ...leftOut,
  ]
  return { rows: 0, bills: data.totals.reduce((sum, { bills }) => sum + bills, 0), sections }
}

const rowsBy = ({ rows }: SavingsData, by: SavingsGroup['by'], { currency }: GroupSums) =>
  rows.filter((row) => row.by === by && row.currency === currency)

type TableParts = Pick<ReportTable, 'title' | 'heading' | 'rows'> & Partial<ReportTable>

const toTable = (period: Period, sums: GroupSums, parts: TableParts): ReportTable => ({
  columns: sumColumns,
  chart: null,
  note: null,
  total: toRow(messages.total, sums, selectBills(period, sums.currency)),
  ...parts,
})

/** Every bucket of the period has a row, so that the chart has no gaps. */
function toTrend(period: Period, data: SavingsData, sums: GroupSums): ReportTable {
  const { unit, span } = data
  const starts = listBucketStarts(span.first, span.last, unit)
  const axis = axisLabels(starts, unit, period)
  const groups = new Map(rowsBy(data, 'period', sums).map((group) => [group.key, group]))
  const rows = starts.map((start, at) => {
    const { from, to } = clipBucket(start, unit, period)
    const group = groups.get(start)
    const bills = group ? selectBills({ first: from, last: to }, sums.currency) : null
    return toRow(formatBucket(start, unit, period), group ?? none(sums.currency), bills, axis[at])
  })
  return toTable(period, sums, {
    title: messages.overTime[unit],
    heading: messages.units[unit],
    rows,
    chart: { kind: 'columns', column: savedColumn },
    note: hasPartialBucket(starts, unit, period) ? common.document.partNote : null,
  })
}

const none = (currency: string): GroupSums => ({
  currency,
  bills: 0,
  charges: '0',
  repriced: '0',
  saved: '0',
  savedPercent: null,
})

/** The stored network of a provider that belongs to none. */
const noNetwork = 'none'

function toGroup(period: Period, data: SavingsData, sums: GroupSums, group: BillGroup): ReportTable {
  const found = rowsBy(data, group, sums)
  const groups = group === 'status' ? found.toSorted((one, other) => other.bills - one.bills) : found
  const rows = groups.map((each) => {
    const billMatch = each.isOthers ? 'others' : each.key === null ? 'none' : 'value'
    const selected = { billGroup: group, billValue: each.key ?? '', billMatch } as const
    return toRow(nameGroup(each, group), each, selectBills(period, sums.currency, selected))
  })
  return toTable(period, sums, {
    ...messages.groups[group],
    rows,
    chart: group === 'status' ? null : { kind: 'bars', column: savedColumn },
    note: group === 'network' ? describeNetworkUse(groups) : null,
  })
}

function nameGroup({ key, isOthers }: SavingsGroup, group: BillGroup): string {
  if (isOthers) return messages.others[group]
  if (group === 'network' && key === noNetwork) return messages.outOfNetwork
  return key ?? messages.notStated
}

/** Says which share of the charges is from providers in a network; null if no network is stated, or not each listed. */
function describeNetworkUse(networks: readonly SavingsGroup[]): string | null {
  const stated = networks.filter(({ key }) => key !== null)
  const addCharges = (groups: readonly SavingsGroup[]) =>
    Number(sumAmounts(groups.map(({ charges }) => charges)))
  const [part, whole] = [addCharges(stated.filter(({ key }) => key !== noNetwork)), addCharges(stated)]
  if (whole === 0 || networks.some(({ isOthers }) => isOthers)) return null
  return messages.networkNote(((100 * part) / whole).toFixed(1))
}

/** Only if the report covers several clients. */
function toClients(period: Period, data: SavingsData, sums: GroupSums): ReportTable[] {
  const all = data.rows.filter(({ by }) => by === 'client')
  if (new Set(all.map(({ key }) => key)).size < 2) return []
  const groups = rowsBy(data, 'client', sums)
  const rows = data.clients.flatMap(({ code, name }) =>
    groups
      .filter(({ key }) => key === code)
      .map((group) => toRow(name, group, selectBills(period, sums.currency, { client: code }))),
  )
  return [toTable(period, sums, { title: messages.clients, heading: messages.client, rows })]
}

/** How many days bills and decisions took, where that is known. */
async function findTurnaround(scoped: Database, period: Period, data: SavingsData, signal: AbortSignal) {
  const { title, heading, columns, ...kinds } = messages.turnaround
  const bills = data.hasReceipt ? await findBillTurnaround(scoped, period, signal) : undefined
  const decisions = await findDecisionTurnaround(scoped, period, signal)
  const rows = [
    ...(bills ? [toTurnaroundRow(kinds.bills, bills)] : []),
    ...(decisions ? [toTurnaroundRow(kinds.decisions, decisions)] : []),
  ]
  if (rows.length === 0) return []
  const table = { title, heading, columns: columns(goalDays), rows, total: null, chart: null, note: null }
  return [{ title: null, figures: [], notes: [], sums: null, tables: [table] }] satisfies ReportSection[]
}

const toTurnaroundRow = (label: string, { items, median, slow, within }: Turnaround) => ({
  label,
  axis: label,
  bills: null,
  caseRow: null,
  values: [
    { count: items, unit: '' as const },
    { count: median, unit: 'days' as const },
    { count: slow, unit: 'days' as const },
    { percent: within },
  ],
})
