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
import { drawBillFigures, drawMoneyBars, drawSums, type SumsOfCurrency } from '../bill-charts.ts'
import type { Given, Period } from '../report.ts'
import { axisLabels, hasPart, shownPart, startsWithin } from '../time-buckets.ts'
import { drawTitle, paperOfReport } from '../title-page.ts'
import { messages } from './savings-messages.ts'
import type { SavingsFacts, SavingsGroup } from './savings-queries.ts'

const chartHeight = 150
const mostBars = 10

export const paperOf = ({ title }: Given<SavingsFacts>) => paperOfReport(title)

/** The Savings Summary report: results, trend and breakdowns. */
export async function draw(paper: Paper, { title, facts }: Given<SavingsFacts>) {
  const { unit, totals, periods, clients, statuses, providers } = facts
  const { tables, keys } = messages
  const drawTable = (name: string, heading: string, groups: readonly SavingsGroup[], nameOf?: Naming) => {
    drawHeadline(paper, name)
    drawSums(paper, heading, byCurrency(totals, groups, nameOf))
  }
  drawTitle(paper, title, common.document.byProcessedDate)
  drawBillFigures(paper, totals)
  drawMoneyBars(paper, messages.result, totals)
  drawCourse(paper, title.period, facts)
  drawTable(tables.periods[unit], keys.periods[unit], periods, (key) => shownPart(key, unit, title.period))
  drawProviders(paper, facts)
  drawTable(tables.providers, keys.providers, providers, (key) => key || messages.otherProviders)
  drawTable(tables.statuses, keys.statuses, statuses)
  if (title.clients.length > 1) drawTable(tables.clients, keys.clients, clients)
}

/** Savings over time for each currency. */
function drawCourse(paper: Paper, period: Period, { unit, span, totals, periods }: SavingsFacts) {
  const starts = startsWithin(span.first, span.last, unit)
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
  if (hasPart(starts, unit, period)) drawNote(paper, common.document.partNote)
}

function drawProviders(paper: Paper, { totals, providers }: SavingsFacts) {
  const things = totals.map(({ currency }) => ({
    currency,
    bars: providers
      .filter((each) => each.currency === currency && each.key !== '' && Number(each.saved) > 0)
      .slice(0, mostBars)
      .map(({ key, saved }) => ({
        ...{ label: key, value: Number(saved), shown: formatMoney(saved, currency), tone: moneyTones.saved },
      })),
  }))
  const shown = things.filter(({ bars }) => bars.length > 0)
  if (shown.length === 0) return
  const height = captionHeight + Math.max(...shown.map(({ bars }) => heightOfBars(bars.length))) + 12
  drawHeadline(paper, messages.byProvider)
  sideBySide(paper, { things: shown, height }, ({ currency, bars }, { x, width }) => {
    drawCaption(paper, currency, x)
    drawBars(paper, { x, width, bars })
  })
}

type Naming = (key: string) => string

/** Groups in the order of their currencies, each currency with its total. */
const byCurrency = (
  totals: SavingsFacts['totals'],
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
