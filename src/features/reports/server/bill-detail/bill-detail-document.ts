import { formatDay } from '#platform/contract/calendar.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { drawBars } from '#platform/server/documents/streaming/charts.ts'
import { sequentialPatterns } from '#platform/server/documents/streaming/fill-patterns.ts'
import type { PageWriter } from '#platform/server/documents/streaming/page-writer.ts'
import { drawHeadline } from '#platform/server/documents/streaming/paragraphs.ts'
import { StreamingTable, smallType } from '#platform/server/documents/streaming/streaming-table.ts'
import { messages as common } from '../../messages.ts'
import { drawBillFigures, drawMoneyBars } from '../bill-charts.ts'
import { type BillSums, formatPercent, sumCells } from '../bill-sums.ts'
import { shownDays } from '../format-date-range.ts'
import type { Given } from '../report.ts'
import { drawTitle, paperOfReport } from '../title-page.ts'
import { messages } from './bill-detail-messages.ts'
import type { BillDetailData, BillDetailRow } from './bill-detail-report.ts'

const { columns: says } = messages
const whole = (heading: string) => ({ heading, share: 1, isWhole: true })
const number = (heading: string) => ({ heading, share: 1, isNumber: true })
const columns = [
  whole(says.itn),
  whole(says.incident),
  { heading: says.patient, share: 24 },
  { heading: says.provider, share: 36 },
  whole(says.service),
  whole(says.processed),
  { heading: says.status, share: 11 },
  number(says.charges),
  number(says.repriced),
  number(says.saved),
  number(says.savedPercent),
]

export const pageOptions = ({ title }: Given<BillDetailData>) => paperOfReport(title, { isLandscape: true })

type Rows = AsyncIterable<readonly BillDetailRow[]>

/** The Bill Detail report: totals and every bill. */
export async function draw(writer: PageWriter, { title, data }: Given<BillDetailData>, rows: Rows) {
  const { totals, clients, statuses } = data
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
  drawHeadline(writer, messages.list)
  await drawBills(writer, { totals, clients }, rows)
}

type Sums = Pick<BillDetailData, 'totals' | 'clients'>

async function drawBills(writer: PageWriter, { totals, clients }: Sums, rows: Rows) {
  const sumsOf = (client: string) => clients.filter((each) => each.client === client)
  const isGrouped = new Set(clients.map(({ client }) => client)).size > 1
  let table: StreamingTable | undefined
  let group: string | undefined
  for await (const batch of rows) {
    table ??= new StreamingTable(writer, columns, [...totals.map(widest), ...batch.map(cellsOf)], smallType)
    for (const row of batch) {
      if (isGrouped && row.client !== group) {
        if (group !== undefined) drawTotals(table, messages.totalOf(group), sumsOf(group))
        group = row.client
        table.group(group)
      }
      table.row(cellsOf(row))
    }
  }
  if (group !== undefined && table) drawTotals(table, messages.totalOf(group), sumsOf(group))
  if (table) drawTotals(table, messages.total, totals)
  table?.end()
}

const cellsOf = (row: BillDetailRow): string[] => {
  const { currency, serviceFrom, serviceTo, charges, repriced, saved, savedPercent } = row
  const shown = (amount: string | null) => (amount === null ? '' : formatMoney(amount, currency))
  return [
    row.itn,
    row.incidentNumber,
    row.patientName,
    row.providerName,
    shownDays(serviceFrom, serviceTo),
    formatDay(row.processedDate),
    row.paymentStatus,
    ...[charges, repriced, saved].map(shown),
    formatPercent(savedPercent),
  ]
}

/** Totals are the widest values, except for the longest ITN. */
const widest = (sums: BillDetailData['totals'][number]): string[] => {
  const [, ...amounts] = sumCells(sums)
  return ['0'.repeat(sums.longestItn), '', '', '', '', '', '', ...amounts]
}

/** The totals of a group, one line per currency. */
function drawTotals(table: StreamingTable, title: string, all: readonly BillSums[]) {
  for (const [at, sums] of all.entries()) {
    const [bills = '', ...amounts] = sumCells(sums)
    const named = at === 0 ? title : ''
    table.total(['', '', '', named, '', sums.currency, messages.bills(bills), ...amounts])
  }
}
