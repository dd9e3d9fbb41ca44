import { waitSpans } from '#authorizations/rules.ts'
import { dayInTimeZone, formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { drawBars } from '#platform/pdf/streaming/charts.ts'
import { type FillPattern, sequentialPatterns } from '#platform/pdf/streaming/content-stream.ts'
import { drawHeadline, drawKpiTiles } from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { StreamingTable, smallType } from '#platform/pdf/streaming/streaming-table.ts'
import { drawTitle, numberColumn, reportPageFormat, wholeColumn } from '../render-report.ts'
import type { ReportProps } from '../report-definition.ts'
import { formatDateRange } from '../time-buckets.ts'
import { messages } from './authorization-aging-messages.ts'
import type { AgingData, AgingRow } from './authorization-aging-queries.ts'

const { columns: text } = messages
const columns = [
  wholeColumn(text.itn),
  { heading: text.hmo, share: 18 },
  wholeColumn(text.policy),
  wholeColumn(text.incident),
  { heading: text.patient, share: 24 },
  { heading: text.provider, share: 32 },
  wholeColumn(text.service),
  wholeColumn(text.received),
  numberColumn(text.days),
  numberColumn(text.total),
]

export const pageOptions = ({ title }: ReportProps<AgingData>) =>
  reportPageFormat(title, { isLandscape: true })

type Rows = AsyncIterable<readonly AgingRow[]>

/** Draws the Authorization Aging report: counts by waiting time, pending amounts, and every authorization. */
export async function draw(writer: PageWriter, { title, data }: ReportProps<AgingData>, rows: Rows) {
  drawTitle(writer, title, messages.counted)
  drawKpiTiles(writer, [
    { label: messages.pending, value: data.rows.toLocaleString('en-US') },
    { label: messages.oldest, value: messages.days(data.oldest) },
    { label: messages.median, value: messages.days(data.median) },
    { label: messages.over30, value: over30(data).toLocaleString('en-US') },
  ])
  drawSpans(writer, data)
  drawAmounts(writer, data)
  drawHeadline(writer, messages.list)
  await drawList(writer, { data, timeZone: title.period.timeZone }, rows)
}

const over30 = ({ spans }: AgingData) =>
  spans.reduce((sum, { span, count }) => ((waitSpans[span]?.days ?? 0) > 30 ? sum + count : sum), 0)

const countIn = (spans: AgingData['spans'], at: number) =>
  spans.reduce((sum, { span, count }) => (span === at ? sum + count : sum), 0)

function drawSpans(writer: PageWriter, { spans }: AgingData) {
  const bars = waitSpans.map(({ name }, at) => {
    const count = countIn(spans, at)
    return {
      label: name,
      value: count,
      shown: count.toLocaleString('en-US'),
      pattern: sequentialPatterns[0] as FillPattern,
    }
  })
  drawHeadline(writer, messages.bySpan)
  drawBars(writer, { x: writer.left, width: writer.width * 0.62, bars })
}

/** Draws the pending amounts and counts in each currency, by waiting time. */
function drawAmounts(writer: PageWriter, { spans, totals, rows }: AgingData) {
  const cell = (sums: AgingData['totals'][number] | undefined) =>
    sums ? `${formatMoney(sums.total, sums.currency)}\n${messages.pendingOf(sums.count)}` : ''
  const lines = totals.map((all) => [
    all.currency,
    ...waitSpans.map((_, at) =>
      cell(spans.find((each) => each.span === at && each.currency === all.currency)),
    ),
    cell(all),
  ])
  const counts = [...waitSpans.map((_, at) => countIn(spans, at)), rows].map(messages.pendingOf)
  const headings = [...waitSpans.map(({ name }) => name), messages.all]
  drawHeadline(writer, messages.atStake)
  const sums = [messages.allCurrencies, ...counts]
  const table = new StreamingTable(
    writer,
    [{ heading: messages.currency, share: 1 }, ...headings.map((heading) => numberColumn(heading))],
    [...lines, sums],
  )
  for (const line of lines) table.row(line)
  if (totals.length > 1) table.total(sums)
  table.end()
}

type List = { data: AgingData; timeZone: string }

async function drawList(writer: PageWriter, { data: { totals }, timeZone }: List, rows: Rows) {
  const sums = totals.map(({ currency, count, total }) => [
    '',
    '',
    '',
    '',
    '',
    messages.total(currency),
    messages.pendingOf(count),
    '',
    '',
    formatMoney(total, currency),
  ])
  let table: StreamingTable | undefined
  for await (const batch of rows) {
    const lines = batch.map((row) => formatRow(row, timeZone))
    table ??= new StreamingTable(writer, columns, [...sums, ...lines], smallType)
    for (const line of lines) table.row(line)
  }
  for (const sum of sums) table?.total(sum)
  table?.end()
}

const formatRow = (row: AgingRow, timeZone: string): string[] => [
  row.itn,
  row.hmo ?? '',
  row.policy ?? '',
  row.incidentNumber ?? '',
  row.patientName,
  row.providerName,
  formatDateRange(row.serviceFrom, row.serviceTo),
  formatDay(dayInTimeZone(timeZone, row.receivedAt)),
  row.days.toLocaleString('en-US'),
  formatMoney(row.total, row.currency),
]
