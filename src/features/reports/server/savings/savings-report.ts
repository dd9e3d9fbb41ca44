import type { Database } from '#platform/db/database.ts'
import { messages as common } from '../../messages.ts'
import type { BillSelection, ReportSection, ReportTable } from '../../view-contract.ts'
import {
  findBillContext,
  savedColumn,
  selectBills,
  sumColumns,
  toBillSection,
  toLeftOutSections,
  toRow,
} from '../bill-sections.ts'
import type { BillSums } from '../bill-sums.ts'
import type { Period, Report } from '../report-definition.ts'
import { axisLabels, clipBucket, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { messages } from './savings-messages.ts'
import { findSavingsData, type SavingsData, type SavingsGroup } from './savings-queries.ts'

/** Charged, repriced and saved amounts by month, client, provider and payment status. Totals name no patient. */
export const savings: Report = {
  code: 'SAVINGS',
  features: [],
  template: new URL('./savings-document.ts', import.meta.url),
  findData: findSavingsData,
  view: {
    basis: common.document.byProcessedDate,
    explanation: common.document.savedNote,
    findSections: findSavingsSections,
  },
}

/** Loads the Savings Summary for the page: one section for each currency, compared with earlier periods. */
async function findSavingsSections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findSavingsData(scoped, period, signal)
  const context = await findBillContext(scoped, period, signal)
  const leftOut = toLeftOutSections(data?.totals ?? [], context)
  if (!data) return leftOut.length > 0 ? { rows: 0, bills: 0, sections: leftOut } : undefined
  const { rows, bills } = data
  const sections = data.totals.map(
    (sums): ReportSection => ({
      ...toBillSection(period, sums, context),
      tables: [
        toTrend(period, data, sums),
        toProviders(period, data, sums),
        toStatuses(period, data, sums),
        ...toClients(period, data, sums),
      ],
    }),
  )
  return { rows, bills, sections: [...sections, ...leftOut] }
}

const inCurrency = <Group extends SavingsGroup>(groups: readonly Group[], { currency }: BillSums) =>
  groups.filter((group) => group.currency === currency)

type TableParts = Pick<ReportTable, 'title' | 'heading' | 'rows'> & Partial<ReportTable>

const toTable = (period: Period, sums: BillSums, parts: TableParts): ReportTable => ({
  ...{ columns: sumColumns, chart: null, note: null },
  total: toRow(messages.total, sums, selectBills(period, sums.currency)),
  ...parts,
})

/** Every bucket of the period has a row, so that the chart has no gaps. */
function toTrend(period: Period, { unit, span, periods }: SavingsData, sums: BillSums): ReportTable {
  const starts = listBucketStarts(span.first, span.last, unit)
  const axis = axisLabels(starts, unit, period)
  const groups = new Map(inCurrency(periods, sums).map((group) => [group.key, group]))
  const rows = starts.map((start, at) => {
    const { from, to } = clipBucket(start, unit, period)
    const group = groups.get(start)
    const bills = group ? selectBills({ first: from, last: to }, sums.currency) : null
    return toRow(formatBucket(start, unit, period), group ?? none(sums.currency), bills, axis[at])
  })
  return toTable(period, sums, {
    ...{ title: messages.overTime[unit], heading: messages.keys.periods[unit], rows },
    chart: { kind: 'columns', column: savedColumn },
    note: hasPartialBucket(starts, unit, period) ? common.document.partNote : null,
  })
}

const none = (currency: string): BillSums => ({
  ...{ currency, bills: 0, charges: '0', repriced: '0', saved: '0', savedPercent: null },
  ...{ settled: '0', inReview: '0', unpricedBills: 0, unpriced: '0' },
})

function toProviders(period: Period, { providers }: SavingsData, sums: BillSums): ReportTable {
  const rows = inCurrency(providers, sums).map((group) =>
    group.key === ''
      ? toRow(messages.otherProviders, group, null)
      : toRow(group.key, group, selectBills(period, sums.currency, { billProvider: group.key })),
  )
  return toTable(period, sums, {
    ...{ title: messages.byProvider, heading: messages.keys.providers, rows },
    chart: { kind: 'bars', column: savedColumn },
  })
}

function toStatuses(period: Period, { statuses }: SavingsData, sums: BillSums): ReportTable {
  const rows = inCurrency(statuses, sums).map((group) =>
    toRow(group.key, group, selectBills(period, sums.currency, { billStatus: group.key })),
  )
  return toTable(period, sums, { title: messages.tables.statuses, heading: messages.keys.statuses, rows })
}

/** Only if the report covers several clients. */
function toClients(period: Period, { clients }: SavingsData, sums: BillSums): ReportTable[] {
  if (new Set(clients.map(({ code }) => code)).size < 2) return []
  const select = (change: Partial<BillSelection>) => selectBills(period, sums.currency, change)
  const rows = inCurrency(clients, sums).map((group) =>
    toRow(group.key, group, select({ client: group.code })),
  )
  return [toTable(period, sums, { title: messages.tables.clients, heading: messages.keys.clients, rows })]
}
