import { formatDay } from '#platform/contract/date-format.ts'
import { drawColumns, drawLegend } from '#platform/pdf/streaming/charts.ts'
import { sequentialPatterns } from '#platform/pdf/streaming/content-stream.ts'
import { drawHeadline, drawKpiTiles, drawNote } from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { StreamingTable, smallType } from '#platform/pdf/streaming/streaming-table.ts'
import { messages as common } from '../../messages.ts'
import { drawTitle, numberColumn, reportPageFormat, wholeColumn } from '../render-report.ts'
import type { Period, ReportProps } from '../report-definition.ts'
import { axisLabels, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { messages } from './case-activity-messages.ts'
import { type CaseActivityData, type CaseActivityRow, caseEventKinds } from './case-activity-queries.ts'

const { columns: text } = messages
const columns = [
  wholeColumn(text.incident),
  { heading: text.patient, share: 24 },
  { heading: text.description, share: 50 },
  wholeColumn(text.entered),
  wholeColumn(text.lastDay),
  ...[text.records, text.documents, text.bills, text.notes].map((heading) => numberColumn(heading, 7)),
]
const chartHeight = 190

export const pageOptions = ({ title }: ReportProps<CaseActivityData>) =>
  reportPageFormat(title, { isLandscape: true })

type Rows = AsyncIterable<readonly CaseActivityRow[]>

/** Draws the Case Activity report: activity over time and by case. */
export async function draw(writer: PageWriter, { title, data }: ReportProps<CaseActivityData>, rows: Rows) {
  const { unit, times, clients } = data
  drawTitle(writer, title, messages.counted)
  const countKind = (kind: string) =>
    times.reduce((sum, each) => (each.kind === kind ? sum + each.count : sum), 0)
  const shown = (count: number) => count.toLocaleString('en-US')
  drawKpiTiles(writer, [
    { label: messages.active, value: shown(data.rows) },
    ...caseEventKinds.map((kind) => ({ label: messages.kinds[kind], value: shown(countKind(kind)) })),
  ])
  if (clients.length > 1) drawClients(writer, data, countKind)
  drawHeadline(writer, messages.overTime[unit])
  drawTrend(writer, title.period, data)
  drawTimes(writer, title.period, data)
  drawHeadline(writer, messages.list)
  await drawCases(writer, clients.length > 1, rows)
}

const indexCounts = (times: CaseActivityData['times']) =>
  new Map(times.map(({ kind, start, count }) => [`${kind} ${start}`, count]))

function drawTrend(writer: PageWriter, period: Period, { unit, span, times }: CaseActivityData) {
  const starts = listBucketStarts(span.first, span.last, unit)
  const counts = indexCounts(times)
  const series = caseEventKinds.map((kind, at) => ({
    name: messages.kinds[kind],
    pattern: sequentialPatterns[at] as (typeof sequentialPatterns)[number],
    values: starts.map((start) => counts.get(`${kind} ${start}`) ?? 0),
  }))
  writer.above(chartHeight, () => {
    drawLegend(writer, writer.left, series)
    const box = { x: writer.left, y: writer.y, width: writer.width, height: chartHeight - 26 }
    drawColumns(writer, { box, labels: axisLabels(starts, unit, period), series, isWhole: true })
    writer.y += chartHeight - 16
  })
}

/** Draws the data of the chart as a table, which begins on the page of the chart. */
function drawTimes(writer: PageWriter, period: Period, { unit, span, times }: CaseActivityData) {
  const counts = indexCounts(times)
  const starts = listBucketStarts(span.first, span.last, unit)
  const lines = starts.map((start) => [
    formatBucket(start, unit, period),
    ...caseEventKinds.map((kind) => (counts.get(`${kind} ${start}`) ?? 0).toLocaleString('en-US')),
  ])
  const table = new StreamingTable(writer, countColumns(messages.starts[unit], []), lines)
  for (const line of lines) table.row(line)
  table.end()
  writer.y += 4
  if (hasPartialBucket(starts, unit, period)) drawNote(writer, common.document.partNote)
}

const countColumns = (heading: string, before: readonly string[]) => [
  { heading, share: 30 },
  ...[...before, ...caseEventKinds.map((kind) => messages.kinds[kind])].map((each) => numberColumn(each, 14)),
]

function drawClients(writer: PageWriter, data: CaseActivityData, countKind: (kind: string) => number) {
  const { clients, rows } = data
  const shown = (count: number | undefined) => (count ?? 0).toLocaleString('en-US')
  const lines = clients.map(({ client, cases, counts }) => [
    client,
    shown(cases),
    ...caseEventKinds.map((kind) => shown(counts[kind])),
  ])
  const all = [messages.all, shown(rows), ...caseEventKinds.map((kind) => shown(countKind(kind)))]
  drawHeadline(writer, messages.byClient)
  const table = new StreamingTable(writer, countColumns(messages.client, [messages.active]), [...lines, all])
  for (const line of lines) table.row(line)
  table.total(all)
  table.end()
}

async function drawCases(writer: PageWriter, isGrouped: boolean, rows: Rows) {
  let table: StreamingTable | undefined
  let group: string | undefined
  for await (const batch of rows) {
    table ??= new StreamingTable(writer, columns, batch.map(formatRow), smallType)
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
