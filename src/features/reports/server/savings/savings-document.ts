import { formatMoney } from '#platform/contract/money.ts'
import { barsHeight, drawBars, drawColumns } from '#platform/server/documents/streaming/charts.ts'
import { drawSideBySide } from '#platform/server/documents/streaming/columns.ts'
import { moneyPatterns } from '#platform/server/documents/streaming/fill-patterns.ts'
import type { PageWriter } from '#platform/server/documents/streaming/page-writer.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawNote,
} from '#platform/server/documents/streaming/paragraphs.ts'
import { messages as common } from '../../messages.ts'
import { drawBillFigures, drawMoneyBars, drawSums, type SumsOfCurrency } from '../bill-charts.ts'
import type { Given, Period } from '../report.ts'
import { axisLabels, hasPart, shownPart, startsWithin } from '../time-buckets.ts'
import { drawTitle, paperOfReport } from '../title-page.ts'
import { messages } from './savings-messages.ts'
import type { SavingsData, SavingsGroup } from './savings-queries.ts'

const chartHeight = 150
const mostBars = 10

export const pageOptions = ({ title }: Given<SavingsData>) => paperOfReport(title)

/** The Savings Summary report: results, trend and breakdowns. */
export async function draw(writer: PageWriter, { title, data }: Given<SavingsData>) {
  const { unit, totals, periods, clients, statuses, providers } = data
  const { tables, keys } = messages
  const drawTable = (name: string, heading: string, groups: readonly SavingsGroup[], nameOf?: Naming) => {
    drawHeadline(writer, name)
    drawSums(writer, heading, byCurrency(totals, groups, nameOf))
  }
  drawTitle(writer, title, common.document.byProcessedDate)
  drawBillFigures(writer, totals)
  drawMoneyBars(writer, messages.result, totals)
  drawCourse(writer, title.period, data)
  drawTable(tables.periods[unit], keys.periods[unit], periods, (key) => shownPart(key, unit, title.period))
  drawProviders(writer, data)
  drawTable(tables.providers, keys.providers, providers, (key) => key || messages.otherProviders)
  drawTable(tables.statuses, keys.statuses, statuses)
  if (title.clients.length > 1) drawTable(tables.clients, keys.clients, clients)
}

/** Savings over time for each currency. */
function drawCourse(writer: PageWriter, period: Period, { unit, span, totals, periods }: SavingsData) {
  const starts = startsWithin(span.first, span.last, unit)
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
  if (hasPart(starts, unit, period)) drawNote(writer, common.document.partNote)
}

function drawProviders(writer: PageWriter, { totals, providers }: SavingsData) {
  const things = totals.map(({ currency }) => ({
    currency,
    bars: providers
      .filter((each) => each.currency === currency && each.key !== '' && Number(each.saved) > 0)
      .slice(0, mostBars)
      .map(({ key, saved }) => ({
        ...{
          label: key,
          value: Number(saved),
          shown: formatMoney(saved, currency),
          pattern: moneyPatterns.saved,
        },
      })),
  }))
  const shown = things.filter(({ bars }) => bars.length > 0)
  if (shown.length === 0) return
  const height = captionHeight + Math.max(...shown.map(({ bars }) => barsHeight(bars.length))) + 12
  drawHeadline(writer, messages.byProvider)
  drawSideBySide(writer, { things: shown, height }, ({ currency, bars }, { x, width }) => {
    drawCaption(writer, currency, x)
    drawBars(writer, { x, width, bars })
  })
}

type Naming = (key: string) => string

/** Groups in the order of their currencies, each currency with its total. */
const byCurrency = (
  totals: SavingsData['totals'],
  groups: readonly SavingsGroup[],
  nameOf: Naming = (key) => key,
): SumsOfCurrency[] =>
  totals.map((total) => ({
    ...(totals.length > 1 && { title: total.currency }),
    lines: groups
      .filter(({ currency }) => currency === total.currency)
      .map((group) => [nameOf(group.key), group]),
    total: [messages.total, total],
  }))
