import { formatDay } from '#platform/contract/calendar.ts'
import { drawColumns, drawLegend } from '#platform/server/documents/streaming/charts.ts'
import { steps } from '#platform/server/documents/streaming/fill-patterns.ts'
import { drawTiles } from '#platform/server/documents/streaming/kpi-tiles.ts'
import type { Paper } from '#platform/server/documents/streaming/page-writer.ts'
import { drawHeadline, drawNote } from '#platform/server/documents/streaming/paragraphs.ts'
import { DrawnTable, smallType } from '#platform/server/documents/streaming/streaming-table.ts'
import { messages as common } from '../../messages.ts'
import type { Period, ReportProps } from '../report.ts'
import { axisLabels, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { drawTitle, reportPageFormat } from '../title-page.ts'
import { messages } from './case-activity-messages.ts'
import { activityKinds, type CaseActivityData, type CaseActivityRow } from './case-activity-report.ts'

const { columns: labels } = messages
const number = (heading: string, share: number) => ({ heading, share, isNumber: true })
const columns = [
  { heading: labels.incident, share: 1, isWhole: true },
  { heading: labels.patient, share: 24 },
  { heading: labels.description, share: 50 },
  { heading: labels.entered, share: 1, isWhole: true },
  { heading: labels.lastDay, share: 1, isWhole: true },
  ...[labels.records, labels.documents, labels.bills, labels.notes].map((heading) => number(heading, 7)),
]
const chartHeight = 190

export const paperOf = ({ title }: ReportProps<CaseActivityData>) =>
  reportPageFormat(title, { isLandscape: true })

type Rows = AsyncIterable<readonly CaseActivityRow[]>

/** The Case Activity report: activity over time and by case. */
export async function draw(paper: Paper, { title, facts }: ReportProps<CaseActivityData>, rows: Rows) {
  const { unit, times, clients } = facts
  drawTitle(paper, title, messages.counted)
  const countKind = (kind: string) =>
    times.reduce((sum, each) => (each.kind === kind ? sum + each.count : sum), 0)
  const shown = (count: number) => count.toLocaleString('en-US')
  drawTiles(paper, [
    { label: messages.active, value: shown(facts.rows) },
    ...activityKinds.map((kind) => ({ label: messages.kinds[kind], value: shown(countKind(kind)) })),
  ])
  drawHeadline(paper, messages.overTime[unit])
  drawTrend(paper, title.period, facts)
  if (clients.length > 1) drawClients(paper, facts, countKind)
  drawTimes(paper, title.period, facts)
  drawHeadline(paper, messages.list)
  await drawCases(paper, clients.length > 1, rows)
}

const indexCounts = (times: CaseActivityData['times']) =>
  new Map(times.map(({ kind, start, count }) => [`${kind} ${start}`, count]))

function drawTrend(paper: Paper, period: Period, { unit, span, times }: CaseActivityData) {
  const starts = listBucketStarts(span.first, span.last, unit)
  const counts = indexCounts(times)
  const series = activityKinds.map((kind, at) => ({
    name: messages.kinds[kind],
    tone: steps[at] as (typeof steps)[number],
    values: starts.map((start) => counts.get(`${kind} ${start}`) ?? 0),
  }))
  paper.need(chartHeight + 20)
  drawLegend(paper, paper.left, series)
  const box = { x: paper.left, y: paper.y, width: paper.width, height: chartHeight - 20 }
  drawColumns(paper, { box, labels: axisLabels(starts, unit, period), series, isWhole: true })
  paper.y += chartHeight - 10
  if (hasPartialBucket(starts, unit, period)) drawNote(paper, common.document.partNote)
}

/** A table with the data of the chart. */
function drawTimes(paper: Paper, period: Period, { unit, span, times }: CaseActivityData) {
  const counts = indexCounts(times)
  const lines = listBucketStarts(span.first, span.last, unit).map((start) => [
    formatBucket(start, unit, period),
    ...activityKinds.map((kind) => (counts.get(`${kind} ${start}`) ?? 0).toLocaleString('en-US')),
  ])
  drawHeadline(paper, messages.overTime[unit])
  const table = new DrawnTable(paper, countColumns(messages.starts[unit], []), lines)
  for (const line of lines) table.row(line)
  table.end()
}

const countColumns = (heading: string, before: readonly string[]) => [
  { heading, share: 30 },
  ...[...before, ...activityKinds.map((kind) => messages.kinds[kind])].map((each) => number(each, 14)),
]

function drawClients(paper: Paper, facts: CaseActivityData, countKind: (kind: string) => number) {
  const { clients, rows } = facts
  const shown = (count: number | undefined) => (count ?? 0).toLocaleString('en-US')
  const lines = clients.map(({ client, cases, counts }) => [
    client,
    shown(cases),
    ...activityKinds.map((kind) => shown(counts[kind])),
  ])
  const all = [messages.all, shown(rows), ...activityKinds.map((kind) => shown(countKind(kind)))]
  drawHeadline(paper, messages.byClient)
  const table = new DrawnTable(paper, countColumns(messages.client, [messages.active]), [...lines, all])
  for (const line of lines) table.row(line)
  table.total(all)
  table.end()
}

async function drawCases(paper: Paper, isGrouped: boolean, rows: Rows) {
  let table: DrawnTable | undefined
  let group: string | undefined
  for await (const batch of rows) {
    table ??= new DrawnTable(paper, columns, batch.map(formatRow), smallType)
    for (const row of batch) {
      if (isGrouped && row.client !== group) {
        group = row.client
        table.group(group)
      }
      table.row(formatRow(row))
    }
  }
  table?.end()
}

const formatRow = (row: CaseActivityRow): string[] => [
  row.incidentNumber,
  row.patientName,
  row.description,
  formatDay(row.enterDate),
  formatDay(row.lastDay),
  ...[row.records, row.documents, row.bills, row.notes].map((count) =>
    count === 0 ? '' : count.toLocaleString('en-US'),
  ),
]
