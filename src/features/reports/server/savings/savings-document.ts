import { formatMoney } from '#platform/contract/money.ts'
import { barsHeight, drawBars, drawColumns } from '#platform/pdf/streaming/charts.ts'
import { moneyPatterns } from '#platform/pdf/streaming/content-stream.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawNote,
  drawSideBySide,
} from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { messages as common } from '../../messages.ts'
import { type CurrencySums, drawBillFigures, drawMoneyBars, drawSums } from '../bill-sums.ts'
import { drawTitle, reportPageFormat } from '../render-report.ts'
import type { Period, ReportProps } from '../report-definition.ts'
import { axisLabels, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { messages } from './savings-messages.ts'
import type { SavingsData, SavingsGroup } from './savings-queries.ts'

const chartHeight = 150
const maxBars = 10

export const pageOptions = ({ title }: ReportProps<SavingsData>) => reportPageFormat(title)

/** Draws the Savings Summary report: results, trend and breakdowns. */
export async function draw(writer: PageWriter, { title, data }: ReportProps<SavingsData>) {
  const { unit, totals, periods, clients, statuses, providers } = data
  const { tables, keys } = messages
  const drawTable = (
    name: string,
    heading: string,
    groups: readonly SavingsGroup[],
    formatKey?: FormatKey,
  ) => {
    drawHeadline(writer, name)
    drawSums(writer, heading, groupByCurrency(totals, groups, formatKey))
  }
  drawTitle(writer, title, common.document.byProcessedDate)
  drawBillFigures(writer, totals)
  drawMoneyBars(writer, messages.result, totals)
  drawTrend(writer, title.period, data)
  drawTable(tables.periods[unit], keys.periods[unit], periods, (key) => formatBucket(key, unit, title.period))
  drawProviders(writer, data)
  drawTable(tables.providers, keys.providers, providers, (key) => key || messages.otherProviders)
  drawTable(tables.statuses, keys.statuses, statuses)
  if (title.clients.length > 1) drawTable(tables.clients, keys.clients, clients)
}

/** Draws the savings over time for each currency. */
function drawTrend(writer: PageWriter, period: Period, { unit, span, totals, periods }: SavingsData) {
  const starts = listBucketStarts(span.first, span.last, unit)
  const labels = axisLabels(starts, unit, period)
  drawHeadline(writer, messages.overTime[unit])
  drawSideBySide(writer, { things: totals, height: chartHeight }, ({ currency }, { x, width }) => {
    drawCaption(writer, currency, x)
    const saved = new Map(
      periods.filter((each) => each.currency === currency).map(({ key, saved }) => [key, Number(saved)]),
    )
    const values = starts.map((start) => saved.get(start) ?? 0)
    const box = { x, y: writer.y, width, height: chartHeight - 28 }
    drawColumns(writer, { box, labels, series: [{ name: currency, pattern: moneyPatterns.saved, values }] })
  })
  if (hasPartialBucket(starts, unit, period)) drawNote(writer, common.document.partNote)
}

function drawProviders(writer: PageWriter, { totals, providers }: SavingsData) {
  const charts = totals.map(({ currency }) => ({
    currency,
    bars: providers
      .filter((each) => each.currency === currency && each.key !== '' && Number(each.saved) > 0)
      .slice(0, maxBars)
      .map(({ key, saved }) => ({
        ...{
          label: key,
          value: Number(saved),
          shown: formatMoney(saved, currency),
          pattern: moneyPatterns.saved,
        },
      })),
  }))
  const shown = charts.filter(({ bars }) => bars.length > 0)
  if (shown.length === 0) return
  const height = captionHeight + Math.max(...shown.map(({ bars }) => barsHeight(bars.length))) + 12
  drawHeadline(writer, messages.byProvider)
  drawSideBySide(writer, { things: shown, height }, ({ currency, bars }, { x, width }) => {
    drawCaption(writer, currency, x)
    drawBars(writer, { x, width, bars })
  })
}

type FormatKey = (key: string) => string

/** Groups rows by currency, in the order of the totals, each currency with its total. */
const groupByCurrency = (
  totals: SavingsData['totals'],
  groups: readonly SavingsGroup[],
  formatKey: FormatKey = (key) => key,
): CurrencySums[] =>
  totals.map((total) => ({
    ...(totals.length > 1 && { title: total.currency }),
    lines: groups
      .filter(({ currency }) => currency === total.currency)
      .map((group) => [formatKey(group.key), group]),
    total: [messages.total, total],
  }))
