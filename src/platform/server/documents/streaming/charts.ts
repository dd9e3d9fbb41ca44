import { palette } from '../palette.ts'
import { shownShort, ticksTo } from './chart-scale.ts'
import type { Box } from './content-stream.ts'
import type { Tone } from './fill-patterns.ts'
import type { Paper } from './page-writer.ts'
import { fewLinesOf } from './text-lines.ts'

/** Bar lengths come from numbers; the printed values are text. */
export type Bar = { label: string; value: number; shown: string; tone: Tone }

const size = 8
const barHeight = 11
const barPitch = 18
/** A label of two lines is smaller so that it fits next to its bar. */
const twoLines = { size: 7, height: 8 }

/** The height of this many stacked bars. */
export const heightOfBars = (bars: number) => bars * barPitch

/** Horizontal bars, each between its label and its amount. Their height is `heightOfBars`. */
export function drawBars(
  paper: Paper,
  { x, width, bars }: { x: number; width: number; bars: readonly Bar[] },
) {
  const most = Math.max(...bars.map(({ value }) => value))
  const widest = (of: (bar: Bar) => string, isBold: boolean) =>
    Math.max(...bars.map((bar) => paper.pen.lettering({ isBold }).widthOf(of(bar), size)))
  const labelWidth = Math.min(
    width * 0.45,
    widest(({ label }) => label, false),
  )
  const room = width - labelWidth - widest(({ shown }) => shown, true) - 14
  paper.need(heightOfBars(bars.length))
  for (const { label, value, shown, tone } of bars) {
    const length = most > 0 ? Math.max(0, (value / most) * room) : 0
    const box = { x: x + labelWidth + 6, y: paper.y + 2, width: length, height: barHeight }
    drawLabel(paper, label, { ...box, x, width: labelWidth })
    if (length > 0) paper.box(box, tone, palette.ink)
    const textY = box.y + (barHeight - size) / 2 - 0.6
    paper.text(shown, box.x + length + 5, textY, { size, isBold: true })
    paper.y += barPitch
  }
  const top = paper.y - heightOfBars(bars.length)
  paper.pen.rule([x + labelWidth + 6, top], [x + labelWidth + 6, paper.y], axis)
}

function drawLabel(paper: Paper, label: string, { x, y, width, height }: Box) {
  const lettering = paper.pen.lettering({})
  const isShort = lettering.widthOf(label, size) <= width
  const type = isShort ? { size, height: size + 1.2 } : twoLines
  const lines = fewLinesOf(label, { width, most: 2 }, lettering, type.size)
  const top = y + (height - lines.length * type.height) / 2
  for (const [at, line] of lines.entries())
    paper.text(line, x, top + at * type.height, { size: type.size, align: 'right', width })
}

const axis = { color: palette.quiet, weight: 0.7 }

/** One value per position on the axis. */
export type Series = { name: string; tone: Tone; values: readonly number[] }

type Columns = {
  box: Box
  labels: readonly string[]
  series: readonly Series[]
  /** Whether values are counts, which have no halves. */
  isWhole?: boolean
}

/** Columns side by side, with their series stacked. */
export function drawColumns(paper: Paper, { box, labels, series, isWhole = false }: Columns) {
  const sums = labels.map((_, at) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0),
  )
  const ticks = ticksTo(Math.max(0, ...sums), { isWhole })
  const most = ticks.at(-1) ?? 1
  const plot = plotIn(paper, box, ticks)
  drawTicks(paper, plot, ticks)
  const pitch = plot.width / labels.length
  const thickness = Math.min(pitch * 0.72, 34)
  for (const at of labels.keys()) {
    let y = plot.y + plot.height
    for (const { values, tone } of series) {
      const height = (Math.max(0, values[at] ?? 0) / most) * plot.height
      if (height <= 0) continue
      y -= height
      const x = plot.x + at * pitch + (pitch - thickness) / 2
      paper.box({ x, y, width: thickness, height }, tone, palette.ink)
    }
  }
  drawLabels(paper, plot, labels)
}

const labelSize = 7

function plotIn(paper: Paper, { x, y, width, height }: Box, ticks: readonly number[]): Box {
  const { widthOf } = paper.pen.lettering({})
  const indent = Math.max(...ticks.map((tick) => widthOf(shownShort(tick), labelSize))) + 6
  return { x: x + indent, y: y + 4, width: width - indent, height: height - 20 }
}

function drawTicks(paper: Paper, { x, y, width, height }: Box, ticks: readonly number[]) {
  const most = ticks.at(-1) ?? 1
  for (const tick of ticks) {
    const at = y + height - (tick / most) * height
    paper.pen.rule([x, at], [x + width, at], tick === 0 ? axis : {})
    const style = { size: labelSize, color: palette.quiet, align: 'right', width: 40 } as const
    paper.text(shownShort(tick), x - 45, at - labelSize * 0.7, style)
  }
}

/** The labels that fit, evenly spaced. */
function drawLabels(paper: Paper, { x, y, width, height }: Box, labels: readonly string[]) {
  const { widthOf } = paper.pen.lettering({})
  const pitch = width / labels.length
  const widest = Math.max(...labels.map((label) => widthOf(label, labelSize))) + 6
  const every = Math.ceil(widest / pitch)
  const style = { size: labelSize, color: palette.quiet, align: 'center', width: pitch } as const
  for (const [at, label] of labels.entries())
    if (at % every === 0) paper.text(label, x + at * pitch, y + height + 4, style)
}

/** The legend, in one line. */
export function drawLegend(paper: Paper, x: number, parts: readonly { name: string; tone: Tone }[]) {
  const { widthOf } = paper.pen.lettering({})
  let at = x
  for (const { name, tone } of parts) {
    paper.box({ x: at, y: paper.y + 1, width: 9, height: 9 }, tone, palette.ink)
    paper.text(name, at + 13, paper.y, { size })
    at += 13 + widthOf(name, size) + 16
  }
  paper.y += 16
}
