import { formatMoney } from '#platform/contract/money.ts'
import { drawBars, drawColumns, heightOfBars } from '#platform/server/documents/streaming/charts.ts'
import { sideBySide } from '#platform/server/documents/streaming/columns.ts'
import { moneyTones } from '#platform/server/documents/streaming/fill-patterns.ts'
import type { Paper } from '#platform/server/documents/streaming/page-writer.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawNote,
} from '#platform/server/documents/streaming/paragraphs.ts'
import { messages as common } from '../../messages.ts'
import { type CurrencySums, drawBillFigures, drawMoneyBars, drawSums } from '../bill-charts.ts'
import type { Period, ReportProps } from '../report.ts'
import { axisLabels, formatBucket, hasPartialBucket, listBucketStarts } from '../time-buckets.ts'
import { drawTitle, reportPageFormat } from '../title-page.ts'
import { messages } from './savings-messages.ts'
import type { SavingsData, SavingsGroup } from './savings-queries.ts'

const chartHeight = 150
const maxBars = 10

export const paperOf = ({ title }: ReportProps<SavingsData>) => reportPageFormat(title)

/** The Savings Summary report: results, trend and breakdowns. */
export async function draw(paper: Paper, { title, facts }: ReportProps<SavingsData>) {
  const { unit, totals, periods, clients, statuses, providers } = facts
  const { tables, keys } = messages
  const drawTable = (
    name: string,
    heading: string,
    groups: readonly SavingsGroup[],
    formatKey?: FormatKey,
  ) => {
    drawHeadline(paper, name)
    drawSums(paper, heading, groupByCurrency(totals, groups, formatKey))
  }
  drawTitle(paper, title, common.document.byProcessedDate)
  drawBillFigures(paper, totals)
  drawMoneyBars(paper, messages.result, totals)
  drawTrend(paper, title.period, facts)
  drawTable(tables.periods[unit], keys.periods[unit], periods, (key) => formatBucket(key, unit, title.period))
  drawProviders(paper, facts)
  drawTable(tables.providers, keys.providers, providers, (key) => key || messages.otherProviders)
  drawTable(tables.statuses, keys.statuses, statuses)
  if (title.clients.length > 1) drawTable(tables.clients, keys.clients, clients)
}

/** Savings over time for each currency. */
function drawTrend(paper: Paper, period: Period, { unit, span, totals, periods }: SavingsData) {
  const starts = listBucketStarts(span.first, span.last, unit)
  const labels = axisLabels(starts, unit, period)
  drawHeadline(paper, messages.overTime[unit])
  sideBySide(paper, { things: totals, height: chartHeight }, ({ currency }, { x, width }) => {
    drawCaption(paper, currency, x)
    const saved = new Map(
      periods.filter((each) => each.currency === currency).map(({ key, saved }) => [key, Number(saved)]),
    )
    const values = starts.map((start) => saved.get(start) ?? 0)
    const box = { x, y: paper.y, width, height: chartHeight - 28 }
    drawColumns(paper, { box, labels, series: [{ name: currency, tone: moneyTones.saved, values }] })
  })
  if (hasPartialBucket(starts, unit, period)) drawNote(paper, common.document.partNote)
}

function drawProviders(paper: Paper, { totals, providers }: SavingsData) {
  const charts = totals.map(({ currency }) => ({
    currency,
    bars: providers
      .filter((each) => each.currency === currency && each.key !== '' && Number(each.saved) > 0)
      .slice(0, maxBars)
      .map(({ key, saved }) => ({
        ...{ label: key, value: Number(saved), shown: formatMoney(saved, currency), tone: moneyTones.saved },
      })),
  }))
  const shown = charts.filter(({ bars }) => bars.length > 0)
  if (shown.length === 0) return
  const height = captionHeight + Math.max(...shown.map(({ bars }) => heightOfBars(bars.length))) + 12
  drawHeadline(paper, messages.byProvider)
  sideBySide(paper, { things: shown, height }, ({ currency, bars }, { x, width }) => {
    drawCaption(paper, currency, x)
    drawBars(paper, { x, width, bars })
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
