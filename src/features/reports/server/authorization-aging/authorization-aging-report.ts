import { waitSpans } from '#authorizations/rules.ts'
import type { Database } from '#platform/db/database.ts'
import type { PendingSelection } from '../../case-list-contract.ts'
import type { ReportFigure, ReportRow, ReportSection, ReportTable, ReportValue } from '../../view-contract.ts'
import type { Period, Report } from '../report-definition.ts'
import { messages } from './authorization-aging-messages.ts'
import { type AgingData, findAging, query, row } from './authorization-aging-queries.ts'

/** Authorizations received in the period that are still pending, with their waiting time. */
export const authorizationAging: Report = {
  code: 'AUTHAGING',
  features: [['clientAuth']],
  template: new URL('./authorization-aging-document.ts', import.meta.url),
  findData: findAging,
  table: { row, query },
  view: { basis: messages.counted, explanation: messages.explanation, findSections: findAgingSections },
}

/** Loads Authorization Aging for the page: waiting times, and the amounts of each currency. */
async function findAgingSections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findAging(scoped, period, signal)
  if (!data) return undefined
  const section: ReportSection = {
    title: null,
    notes: [],
    sums: null,
    figures: toFigures(period, data),
    tables: [toSpans(period, data), toAmounts(period, data)],
  }
  return { rows: data.rows, sections: [section] }
}

const toCount = (count: number): ReportValue => ({ count, unit: '' })
const toDays = (count: number): ReportValue => ({ count, unit: 'days' })

const toRow = (label: string, values: ReportValue[], cases: PendingSelection | undefined): ReportRow => ({
  label,
  axis: label,
  values,
  bills: null,
  caseRow: null,
  ...(cases && { cases }),
})

/** Selects the pending authorizations of a period, or some of them. */
const select = ({ first, last }: Period, change: Partial<PendingSelection> = {}): PendingSelection => ({
  list: 'authorizations',
  firstDay: first,
  lastDay: last,
  client: '',
  billCurrency: '',
  span: '',
  ...change,
})

function toFigures(period: Period, { rows, oldest, median }: AgingData): ReportFigure[] {
  const figure = (label: string, value: ReportValue): ReportFigure => ({
    label,
    value,
    isSaving: false,
    bills: null,
    parts: [],
    earlier: [],
    cases: select(period),
  })
  return [
    figure(messages.pending, toCount(rows)),
    figure(messages.oldest, toDays(oldest)),
    figure(messages.median, toDays(median)),
  ]
}

function toSpans(period: Period, { spans }: AgingData): ReportTable {
  const count = (at: number) =>
    spans.filter(({ span }) => span === at).reduce((sum, each) => sum + each.count, 0)
  return {
    title: messages.bySpan,
    heading: messages.bySpan,
    columns: [messages.pending],
    rows: waitSpans.map(({ name }, at) => {
      const cases = count(at) > 0 ? select(period, { span: String(at) }) : undefined
      return toRow(name, [toCount(count(at))], cases)
    }),
    total: null,
    chart: { kind: 'bars', column: 0 },
    note: null,
  }
}

const toAmounts = (period: Period, { totals }: AgingData): ReportTable => ({
  title: messages.atStake,
  heading: messages.currency,
  columns: [messages.pending, messages.columns.total],
  rows: totals.map(({ currency, count, total }) =>
    toRow(
      currency,
      [toCount(count), { amount: total, currency }],
      select(period, { billCurrency: currency }),
    ),
  ),
  total: null,
  chart: null,
  note: null,
})
