import { palette } from '#platform/pdf/palette.ts'
import { barsHeight, drawBars, drawColumns } from '#platform/pdf/streaming/charts.ts'
import { moneyPatterns } from '#platform/pdf/streaming/content-stream.ts'
import {
  drawChapter,
  drawHeadline,
  drawKpiTilesAbove,
  drawNote,
} from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { StreamingTable } from '#platform/pdf/streaming/streaming-table.ts'
import type { ReportFigure, ReportSection, ReportTable } from '../view-contract.ts'
import { viewMessages as text } from '../view-messages.ts'
import { formatValue, isNumber, readLength } from '../view-rules.ts'
import { drawMoneyBars } from './bill-sums.ts'
import { drawTitle, reportPageFormat } from './render-report.ts'
import type { ReportProps, ReportSummary } from './report-definition.ts'

/** The sections of a report, as the page shows them. */
type SectionsData = ReportSummary & { sections: readonly ReportSection[] }

const chartHeight = 130
const maxBars = 10

export const pageOptions = ({ title }: ReportProps<SectionsData>) => reportPageFormat(title)

/** Draws the sections of a report in the layout of the page: key figures, notes, and charts with their tables. */
export async function draw(writer: PageWriter, { title, data }: ReportProps<SectionsData>) {
  drawTitle(writer, title, title.basis)
  for (const section of data.sections) drawSection(writer, section)
  writer.y += 8
  drawNote(writer, title.explanation)
}

function drawSection(writer: PageWriter, { title, figures, notes, sums, tables }: ReportSection) {
  if (title !== null) drawChapter(writer, title)
  if (figures.length > 0) drawFigures(writer, figures)
  for (const note of notes) drawNote(writer, note.text)
  if (sums) drawMoneyBars(writer, text.sumsChart, [{ ...sums, saved: sums.savings }])
  for (const table of tables) drawTable(writer, table)
}

const value = (heading: string) => ({ heading, share: 16, isNumber: true })

/** Draws the key figures as tiles, and below them their parts and earlier periods. */
function drawFigures(writer: PageWriter, figures: readonly ReportFigure[]) {
  drawKpiTilesAbove(
    writer,
    figures.map(({ label, value, isSaving }) => {
      return { label, value: formatValue(value), ...(isSaving && { color: palette.green }) }
    }),
  )
  const earlier = figures[0]?.earlier ?? []
  const periods = earlier.flatMap(({ label, period }) => [value(`${label}\n${period}`), value(text.change)])
  const lines = figures.flatMap((figure) => [
    [
      figure.label,
      formatValue(figure.value),
      ...figure.earlier.flatMap((each) => [
        each.value === null ? text.nothingBefore : formatValue(each.value),
        each.change ?? '',
      ]),
    ],
    ...figure.parts.map((part) => [
      `${figure.label}, ${part.label}`,
      formatValue(part.value),
      ...periods.map(() => ''),
    ]),
  ])
  const table = new StreamingTable(
    writer,
    [{ heading: text.key, share: 24 }, value(text.value), ...periods],
    lines,
  )
  for (const line of lines) table.row(line)
  table.end()
  writer.y += 6
}

/** Draws a table, together with its chart if it has one: they are on one page, or at least its first rows are. */
function drawTable(writer: PageWriter, table: ReportTable) {
  const { title, heading, columns, rows, total, chart, note } = table
  drawHeadline(writer, title)
  if (chart?.kind === 'columns') drawTrend(writer, table, chart.column)
  if (chart?.kind === 'bars') drawRanking(writer, table, chart.column)
  const isNumeric = columns.map((_, at) => isNumber(rows[0]?.values[at]))
  const lines = [...rows, ...(total ? [total] : [])].map(({ label, values }) => [
    label,
    ...values.map(formatValue),
  ])
  const heads = columns.map((name, at) => ({ heading: name, share: 15, isNumber: isNumeric[at] ?? false }))
  const drawn = new StreamingTable(writer, [{ heading, share: 26 }, ...heads], lines)
  for (const line of lines.slice(0, rows.length)) drawn.row(line)
  for (const line of lines.slice(rows.length)) drawn.total(line)
  drawn.end()
  writer.y += 4
  if (note) drawNote(writer, note)
}

function drawTrend(writer: PageWriter, { rows, columns }: ReportTable, column: number) {
  const values = rows.map((row) => readLength(row.values[column]))
  if (values.every((each) => each <= 0)) return
  const series = [{ name: columns[column] ?? '', pattern: moneyPatterns.saved, values }]
  writer.above(chartHeight + 4, () => {
    const box = { x: writer.left, y: writer.y, width: writer.width, height: chartHeight }
    drawColumns(writer, { box, labels: rows.map(({ axis }) => axis), series })
    writer.y += chartHeight + 4
  })
}

function drawRanking(writer: PageWriter, { rows }: ReportTable, column: number) {
  const bars = rows
    .map(({ label, values }) => {
      const shown = values[column] ?? null
      return { label, value: readLength(shown), shown: formatValue(shown), pattern: moneyPatterns.saved }
    })
    .filter(({ value }) => value > 0)
    .slice(0, maxBars)
  if (bars.length === 0) return
  writer.above(barsHeight(bars.length) + 8, () => {
    drawBars(writer, { x: writer.left, width: writer.width * 0.8, bars })
    writer.y += 8
  })
}
