import { eitherSearch } from '#cases/contract.ts'
import type { Database } from '#platform/db/database.ts'
import type { ActivitySelection, CaseEventKind } from '../../case-list-contract.ts'
import { messages as common } from '../../messages.ts'
import type { ReportFigure, ReportRow, ReportSection, ReportTable, ReportValue } from '../../view-contract.ts'
import type { Period, Report } from '../report-definition.ts'
import { axisLabels, clipBucket, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { messages } from './case-activity-messages.ts'
import {
  type CaseActivityData,
  caseEventKinds,
  findCaseActivity,
  findNewestCases,
  maxCases,
  query,
  row,
} from './case-activity-queries.ts'

/** Activity in the period: by kind over time, and case by case. */
export const caseActivity: Report = {
  code: 'ACTIVITY',
  features: [eitherSearch],
  template: new URL('./case-activity-document.ts', import.meta.url),
  findData: findCaseActivity,
  table: { row, query },
  view: {
    basis: messages.counted,
    explanation: messages.explanation,
    findSections: findCaseActivitySections,
  },
}

/** Loads Case Activity for the page: activity over time and by client, and the cases with the newest activity. */
async function findCaseActivitySections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findCaseActivity(scoped, period, signal)
  if (!data) return undefined
  const cases = await findNewestCases(scoped, period, signal)
  const section: ReportSection = {
    title: null,
    notes: [],
    sums: null,
    figures: toFigures(period, data),
    tables: [toTrend(period, data), toClients(period, data), toCases(data, cases)],
  }
  return { rows: data.rows, sections: [section] }
}

const toCount = (count: number): ReportValue => ({ count, unit: '' })
const { kinds, columns } = messages
const kindNames = caseEventKinds.map((kind) => kinds[kind])

type Days = Pick<Period, 'first' | 'last'>

/** Selects the cases with activity on some days, of one kind or of any. */
const selectCases = ({ first, last }: Days, change: Partial<ActivitySelection> = {}): ActivitySelection => ({
  list: 'cases',
  firstDay: first,
  lastDay: last,
  client: '',
  kind: '',
  ...change,
})

/** A row whose values are the number of all events or cases, then of the events of each kind. */
function toKindRow(
  label: string,
  counts: readonly number[],
  days: Days,
  parts: { axis?: string; client?: string },
) {
  const { axis = label, client = '' } = parts
  const rowKinds = ['', ...caseEventKinds] as const
  return {
    ...toRow(label, counts.map(toCount), axis),
    valueCases: counts.map((count, at) =>
      count === 0 ? null : selectCases(days, { client, kind: rowKinds[at] as CaseEventKind | '' }),
    ),
  }
}

const toRow = (label: string, values: ReportValue[], axis = label): ReportRow => ({
  label,
  axis,
  values,
  bills: null,
  caseRow: null,
})

function toFigures(period: Period, { rows, times }: CaseActivityData): ReportFigure[] {
  const figure = (label: string, count: number, kind: CaseEventKind | ''): ReportFigure => ({
    label,
    value: toCount(count),
    isSaving: false,
    bills: null,
    parts: [],
    earlier: [],
    ...(count > 0 && { cases: selectCases(period, { kind }) }),
  })
  return [
    figure(messages.active, rows, ''),
    ...caseEventKinds.map((kind) =>
      figure(
        kinds[kind],
        times.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0),
        kind,
      ),
    ),
  ]
}

function toTrend(period: Period, { unit, span, times }: CaseActivityData): ReportTable {
  const starts = listBucketStarts(span.first, span.last, unit)
  const axis = axisLabels(starts, unit, period)
  const rows = starts.map((start, at) => {
    const counts = caseEventKinds.map(
      (kind) => times.find((each) => each.kind === kind && each.start === start)?.count ?? 0,
    )
    const all = counts.reduce((sum, count) => sum + count, 0)
    const { from, to } = clipBucket(start, unit, period)
    const label = formatBucket(start, unit, period)
    return toKindRow(label, [all, ...counts], { first: from, last: to }, { axis: axis[at] ?? label })
  })
  return {
    title: messages.overTime[unit],
    heading: messages.starts[unit],
    columns: [messages.all, ...kindNames],
    rows,
    total: null,
    chart: { kind: 'columns', column: 0 },
    note: hasPartialBucket(starts, unit, period) ? common.document.partNote : null,
  }
}

const toClients = (period: Period, { clients }: CaseActivityData): ReportTable => ({
  title: messages.byClient,
  heading: messages.client,
  columns: [messages.active, ...kindNames],
  rows: clients.map(({ client, code, cases, counts }) =>
    toKindRow(client, [cases, ...caseEventKinds.map((kind) => counts[kind] ?? 0)], period, { client: code }),
  ),
  total: null,
  chart: null,
  note: null,
})

type Cases = Awaited<ReturnType<typeof findNewestCases>>

const toCases = ({ rows }: CaseActivityData, cases: Cases): ReportTable => ({
  title: messages.newest,
  heading: columns.incident,
  columns: [
    columns.patient,
    columns.description,
    columns.entered,
    columns.lastDay,
    columns.records,
    columns.documents,
    columns.bills,
    columns.notes,
  ],
  rows: cases.map((each) => ({
    ...toRow(each.incidentNumber, [
      each.patientName,
      each.description,
      { day: each.enterDate },
      { day: each.lastDay },
      ...[each.records, each.documents, each.bills, each.notes].map(toCount),
    ]),
    caseRow: each.caseRow,
  })),
  total: null,
  chart: null,
  note: rows > maxCases ? messages.newestNote(maxCases, rows) : null,
})
