import { formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { drawBars } from '#platform/pdf/streaming/charts.ts'
import { sequentialPatterns } from '#platform/pdf/streaming/content-stream.ts'
import { drawHeadline } from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { StreamingTable, smallType } from '#platform/pdf/streaming/streaming-table.ts'
import { messages as common } from '../../messages.ts'
import {
  drawBillFigures,
  drawMoneyBars,
  drawSums,
  formatPercent,
  formatSums,
  type GroupSums,
} from '../bill-sums.ts'
import { drawTitle, numberColumn, reportPageFormat, wholeColumn } from '../render-report.ts'
import type { ReportProps } from '../report-definition.ts'
import { formatDateRange } from '../time-buckets.ts'
import { messages } from './bill-detail-messages.ts'
import type { BillDetailData, BillDetailRow } from './bill-detail-queries.ts'

const { columns: text } = messages
const columns = [
  wholeColumn(text.itn),
  wholeColumn(text.incident),
  { heading: text.patient, share: 24 },
  { heading: text.provider, share: 36 },
  wholeColumn(text.service),
  wholeColumn(text.processed),
  { heading: text.status, share: 11 },
  numberColumn(text.charges),
  numberColumn(text.repriced),
  numberColumn(text.saved),
  numberColumn(text.savedPercent),
]

export const pageOptions = ({ title }: ReportProps<BillDetailData>) =>
  reportPageFormat(title, { isLandscape: true })

type Rows = AsyncIterable<readonly BillDetailRow[]>

/** Draws the Bill Detail report: totals and every bill. */
export async function draw(writer: PageWriter, { title, data }: ReportProps<BillDetailData>, rows: Rows) {
  const { totals, statuses } = data
  drawTitle(writer, title, common.document.byProcessedDate)
  drawBillFigures(writer, totals)
  drawMoneyBars(writer, messages.result, totals)
  drawHeadline(writer, messages.statuses)
  const bars = statuses.map(({ status, bills }) => {
    const shown = bills.toLocaleString('en-US')
    return {
      label: status,
      value: bills,
      shown,
      pattern: sequentialPatterns[1] as (typeof sequentialPatterns)[number],
    }
  })
  drawBars(writer, { x: writer.left, width: writer.width / 2, bars })
  drawTopCases(writer, data)
  drawHeadline(writer, messages.list)
  await drawBills(writer, data, rows)
}

function drawTopCases(writer: PageWriter, { totals, cases }: BillDetailData) {
  if (cases.length === 0) return
  drawHeadline(writer, messages.topCases)
  const groups = totals.map(({ currency }) => ({
    ...(totals.length > 1 && { title: currency }),
    lines: cases
      .filter((each) => each.currency === currency)
      .map((each) => [each.incidentNumber, each] as const),
  }))
  drawSums(
    writer,
    messages.columns.incident,
    groups.filter(({ lines }) => lines.length > 0),
  )
}

async function drawBills(writer: PageWriter, data: BillDetailData, rows: Rows) {
  const { totals, clients } = data
  const clientSums = (client: string) => clients.filter((each) => each.client === client)
  const isGrouped = new Set(clients.map(({ client }) => client)).size > 1
  let table: StreamingTable | undefined
  let group: string | undefined
  for await (const batch of rows) {
    table ??= new StreamingTable(
      writer,
      columns,
      [...totals.map((sums) => widestCells(sums, data)), ...batch.map(formatRow)],
      smallType,
    )
    for (const row of batch) {
      if (isGrouped && row.client !== group) {
        if (group !== undefined) drawTotals(table, messages.totalOf(group), clientSums(group))
        group = row.client
        table.group(group)
      }
      table.row(formatRow(row))
    }
  }
  if (group !== undefined && table) drawTotals(table, messages.totalOf(group), clientSums(group))
  if (table) drawTotals(table, messages.total, totals)
  table?.end()
}

const formatRow = (row: BillDetailRow): string[] => {
  const { currency, serviceFrom, serviceTo, charges, repriced, saved, savedPercent } = row
  const shown = (amount: string | null) => (amount === null ? '' : formatMoney(amount, currency))
  return [
    row.itn,
    row.incidentNumber,
    row.patientName,
    row.providerName,
    formatDateRange(serviceFrom, serviceTo),
    formatDay(row.processedDate),
    row.paymentStatus,
    ...[charges, repriced, saved].map(shown),
    formatPercent(savedPercent),
  ]
}

/** Returns the widest cells, which set the column widths: the totals and the longest ITN. */
const widestCells = (sums: GroupSums, { statuses }: BillDetailData): string[] => {
  const [, ...amounts] = formatSums(sums)
  return [
    '0'.repeat(Math.max(...statuses.map(({ longestItn }) => longestItn))),
    '',
    '',
    '',
    '',
    '',
    '',
    ...amounts,
  ]
}

/** Draws the totals of a group, one line per currency. */
function drawTotals(table: StreamingTable, title: string, all: readonly GroupSums[]) {
  for (const [at, sums] of all.entries()) {
    const [bills = '', ...amounts] = formatSums(sums)
    const named = at === 0 ? title : ''
    table.total(['', '', '', named, '', sums.currency, messages.bills(bills), ...amounts])
  }
}
