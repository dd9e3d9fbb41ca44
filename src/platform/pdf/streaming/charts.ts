import { messages } from '../messages.ts'
import { palette } from '../palette.ts'
import type { Box, FillPattern } from './content-stream.ts'
import type { PageWriter } from './page-writer.ts'
import { wrapTextToLines } from './text-lines.ts'
/** A bar, whose length comes from `value`; `shown` is the text printed for it. */
export type Bar = { label: string; value: number; shown: string; pattern: FillPattern }

const size = 8
const barHeight = 11
const barPitch = 18
/** A two-line label is smaller so that it fits next to its bar. */
const twoLines = { size: 7, height: 8 }

/** The total height of this many bars. */
export const barsHeight = (bars: number) => bars * barPitch

/** Draws horizontal bars, each between its label and its amount. Their total height is `barsHeight`. */
export function drawBars(
  writer: PageWriter,
  { x, width, bars }: { x: number; width: number; bars: readonly Bar[] },
) {
  const most = Math.max(...bars.map(({ value }) => value))
  const widest = (of: (bar: Bar) => string, isBold: boolean) =>
    Math.max(...bars.map((bar) => writer.content.glyphCache({ isBold }).measureWidth(of(bar), size)))
  const labelWidth = Math.min(
    width * 0.45,
    widest(({ label }) => label, false),
  )
  const room = width - labelWidth - widest(({ shown }) => shown, true) - 14
  writer.need(barsHeight(bars.length))
  const alt = messages.barChart(bars.map((bar) => `${bar.label}: ${bar.shown}`))
  openFigure(writer, alt, { x, y: writer.y, width, height: barsHeight(bars.length) })
  for (const { label, value, shown, pattern } of bars) {
    const length = most > 0 ? Math.max(0, (value / most) * room) : 0
    const box = { x: x + labelWidth + 6, y: writer.y + 2, width: length, height: barHeight }
    drawLabel(writer, label, { ...box, x, width: labelWidth })
    if (length > 0) writer.box(box, pattern, palette.ink)
    const textY = box.y + (barHeight - size) / 2 - 0.6
    writer.text(shown, box.x + length + 5, textY, { size, isBold: true })
    writer.y += barPitch
  }
  const top = writer.y - barsHeight(bars.length)
  writer.content.rule([x + labelWidth + 6, top], [x + labelWidth + 6, writer.y], axis)
  writer.close()
}

const openFigure = (writer: PageWriter, alt: string, { x, y, width, height }: Box) =>
  writer.open({ type: 'Figure', alt, hasShapes: true, bbox: [x, y, x + width, y + height] })

function drawLabel(writer: PageWriter, label: string, { x, y, width, height }: Box) {
  const glyphCache = writer.content.glyphCache({})
  const isShort = glyphCache.measureWidth(label, size) <= width
  const type = isShort ? { size, height: size + 1.2 } : twoLines
  const lines = wrapTextToLines(label, { width, most: 2 }, glyphCache, type.size)
  const top = y + (height - lines.length * type.height) / 2
  for (const [at, line] of lines.entries())
    writer.text(line, x, top + at * type.height, { size: type.size, align: 'right', width })
}

const axis = { color: palette.quiet, weight: 0.7 }

/** A series of a chart, with one value per position on the axis. */
type Series = { name: string; pattern: FillPattern; values: readonly number[] }

type Columns = {
  box: Box
  labels: readonly string[]
  series: readonly Series[]
  /** Whether the values are counts, which must be whole numbers. */
  isWhole?: boolean
}

/** Draws columns side by side, each with the values of all series stacked. */
export function drawColumns(writer: PageWriter, { box, labels, series, isWhole = false }: Columns) {
  const sums = labels.map((_, at) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0),
  )
  const ticks = chartTicks(Math.max(0, ...sums), { isWhole })
  const most = ticks.at(-1) ?? 1
  const plot = plotIn(writer, box, ticks)
  const names = series.map(({ name }) => name)
  openFigure(writer, messages.columnChart(names, labels.at(0) ?? '', labels.at(-1) ?? ''), box)
  drawTicks(writer, plot, ticks)
  const pitch = plot.width / labels.length
  const thickness = Math.min(pitch * 0.72, 34)
  for (const at of labels.keys()) {
    let y = plot.y + plot.height
    for (const { values, pattern } of series) {
      const height = (Math.max(0, values[at] ?? 0) / most) * plot.height
      if (height <= 0) continue
      y -= height
      const x = plot.x + at * pitch + (pitch - thickness) / 2
      writer.box({ x, y, width: thickness, height }, pattern, palette.ink)
    }
  }
  drawLabels(writer, plot, labels)
  writer.close()
}

const labelSize = 7

function plotIn(writer: PageWriter, { x, y, width, height }: Box, ticks: readonly number[]): Box {
  const { measureWidth } = writer.content.glyphCache({})
  const indent = Math.max(...ticks.map((tick) => measureWidth(formatShort(tick), labelSize))) + 6
  return { x: x + indent, y: y + 4, width: width - indent, height: height - 20 }
}

function drawTicks(writer: PageWriter, { x, y, width, height }: Box, ticks: readonly number[]) {
  const most = ticks.at(-1) ?? 1
  for (const tick of ticks) {
    const at = y + height - (tick / most) * height
    writer.content.rule([x, at], [x + width, at], tick === 0 ? axis : {})
    const style = { size: labelSize, color: palette.quiet, align: 'right', width: 40 } as const
    writer.text(formatShort(tick), x - 45, at - labelSize * 0.7, style)
  }
}

/** Draws as many of the labels as fit, evenly spaced. */
function drawLabels(writer: PageWriter, { x, y, width, height }: Box, labels: readonly string[]) {
  const { measureWidth } = writer.content.glyphCache({})
  const pitch = width / labels.length
  const widest = Math.max(...labels.map((label) => measureWidth(label, labelSize))) + 6
  const every = Math.ceil(widest / pitch)
  const style = { size: labelSize, color: palette.quiet, align: 'center', width: pitch } as const
  for (const [at, label] of labels.entries())
    if (at % every === 0) writer.text(label, x + at * pitch, y + height + 4, style)
}

/** Draws the legend, in one line. */
export function drawLegend(
  writer: PageWriter,
  x: number,
  parts: readonly { name: string; pattern: FillPattern }[],
) {
  const { measureWidth } = writer.content.glyphCache({})
  let at = x
  for (const { name, pattern } of parts) {
    writer.box({ x: at, y: writer.y + 1, width: 9, height: 9 }, pattern, palette.ink)
    writer.text(name, at + 13, writer.y, { size })
    at += 13 + measureWidth(name, size) + 16
  }
  writer.y += 16
}

const steps = [1, 2, 2.5, 5, 10]

const wanted = 4

/** The axis lines of a chart from 0 up to its maximum: about four round numbers; whole numbers for counts. */
export function chartTicks(most: number, { isWhole = false } = {}): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = isWhole ? Math.max(1, most / wanted) : most / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    power *
    (steps.find(
      (each) => each * power >= rough * 0.999_999 && (!isWhole || Number.isInteger(each * power)),
    ) ?? 10)
  const count = Math.ceil((most / step) * 0.999_999)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Formats an axis number in few characters: 1,250 is 1.25K. */
export const formatShort = (value: number): string => shortForm.format(value)

const shortForm = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
