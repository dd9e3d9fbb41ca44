import { sanitizePdfText } from '../../contract/normalize-text.ts'
import { type Column, columnWidths } from '../column-widths.ts'
import { palette } from '../palette.ts'
import type { Tag } from '../structure-tree.ts'
import { lineHeight } from './content-stream.ts'
import type { PageWriter } from './page-writer.ts'
import { rowHeight, splitRows, type TableLine } from './split-rows.ts'
import { wrapTextToLines } from './text-lines.ts'

type TableColumn = Column & { heading: string }

const gap = 7
const padding = 2.2

/** The type size of long tables. */
export const smallType = 7
/** The maximum number of lines in a cell; a mark shows that there are more. */
const mostLines = 12
/**
 * How many lines of a table are rows of the structure, whose cells are objects of the file. The lines after them are
 * one paragraph for each page.
 */
const maxTaggedLines = 1000
/** A table or group no longer than this share of a page is kept on one page. */
const wholeShare = 0.4

/**
 * A table across pages that repeats its headings. Column widths come from samples: the largest numbers and
 * some of the rows. Long tables use small type. Its last lines are drawn when it ends.
 */
export class StreamingTable {
  readonly #writer: PageWriter
  readonly #columns: readonly TableColumn[]
  readonly #size: number
  readonly #widths: readonly number[]
  readonly #headings: TableLine
  #group: TableLine | undefined
  /** Lines held back until the ones they must stay with arrive. */
  #held: TableLine[] = []
  #last: TableLine | undefined
  /** Whether the held lines are all of their table or group so far. */
  #isShort = true
  #taggedLines = 0

  constructor(
    writer: PageWriter,
    columns: readonly TableColumn[],
    samples: readonly (readonly string[])[],
    largest?: number,
  ) {
    const headings = columns.map(({ heading }) => heading)
    const room = writer.width - gap * (columns.length - 1) - 2 * padding
    const measureWidth = (text: string, isBold: boolean) =>
      writer.content.glyphCache({ isBold }).measureWidth(text, 1)
    const lines = [headings, ...samples].map((line) => line.map(sanitizePdfText))
    const look = largest === undefined ? { measureWidth } : { largest, measureWidth }
    const { size, widths } = columnWidths(columns, lines, room, look)
    this.#writer = writer
    this.#columns = columns
    this.#size = size
    this.#widths = widths
    this.#headings = this.#layoutLine('headings', headings)
  }

  row(values: readonly string[]) {
    this.#take(this.#layoutLine('row', values))
  }

  /** A line of totals. */
  total(values: readonly string[]) {
    this.#take(this.#layoutLine('total', values))
  }

  /** A group heading: drawn above its first row and repeated on the next page. */
  group(title: string) {
    const size = this.#size + 0.5
    const glyphCache = this.#writer.content.glyphCache({ isBold: true })
    const cells = [
      wrapTextToLines(
        sanitizePdfText(title),
        { width: this.#writer.width - 2 * padding, most: 2 },
        glyphCache,
        size,
      ),
    ]
    this.#take({ kind: 'group', cells, height: (cells[0]?.length ?? 1) * size * lineHeight + 5 + padding })
  }

  /** Draws the remaining lines. */
  end() {
    this.#placeHeld()
    if (this.#last) this.#writer.close()
  }

  /** Holds a line back until it is clear whether its table, or at least its group, fits on one page. */
  #take(line: TableLine) {
    this.#held.push(line)
    if (this.#isShort && this.#isHeldShort()) return
    const groupStart = this.#held.findLastIndex(({ kind }) => kind === 'group')
    if (groupStart > 0) {
      const group = this.#held.splice(groupStart)
      this.#placeHeld()
      this.#held = group
      if (this.#isHeldShort()) return
    }
    this.#isShort = false
    const { pieces, rest } = splitRows(this.#held, this.#last)
    for (const piece of pieces) this.#place(piece)
    this.#held = rest
  }

  #isHeldShort = () => rowHeight(this.#held) <= this.#writer.bottom * wholeShare

  #placeHeld() {
    const whole = { pieces: [], rest: this.#held }
    const { pieces, rest } = this.#isShort ? whole : splitRows(this.#held, this.#last)
    for (const piece of [...pieces, rest]) this.#place(piece)
    this.#held = []
    this.#isShort = true
  }

  /** Draws lines that stay together, on a new page if there is no space for them. */
  #place(piece: readonly TableLine[]) {
    const [first] = piece
    if (!first) return
    const before = this.#last ? 0 : this.#headings.height
    const isNewPage = this.#writer.need(before + rowHeight(piece))
    if (!this.#last) this.#writer.open({ type: 'Table' })
    if (isNewPage || !this.#last) this.#begin(first)
    for (const line of piece) {
      if (this.#writer.need(line.height)) this.#begin(line)
      if (line.kind === 'group') this.#group = line
      this.#taggedLines += 1
      if (this.#taggedLines === maxTaggedLines) this.#continueAsText()
      this.#draw(line)
      this.#last = line
    }
  }

  #continueAsText() {
    this.#writer.close()
    this.#writer.open({ type: 'P', hasShapes: true })
  }

  /** Draws the headings and, if a group continues, its heading. Where they repeat, they are page furniture. */
  #begin({ kind }: TableLine) {
    if (!this.#last) this.#draw(this.#headings)
    else {
      this.#writer.furniture(() => {
        this.#draw(this.#headings)
        if (this.#group && kind !== 'group') this.#draw(this.#group)
      })
      if (this.#isText()) this.#continueAsText()
    }
  }

  #isText = () => this.#taggedLines >= maxTaggedLines

  #draw(line: TableLine) {
    const { left, right, width, y } = this.#writer
    const { kind, height } = line
    if (kind === 'total' || kind === 'headings')
      this.#writer.box({ x: left, y, width, height }, { fill: palette.tint })
    this.#tag({ type: 'TR' }, () => {
      if (kind === 'group') this.#drawGroup(line)
      else this.#drawCells(line)
    })
    this.#writer.y += height
    const color = kind === 'headings' ? palette.blue : palette.hairline
    this.#writer.content.rule([left, this.#writer.y], [right, this.#writer.y], { color, weight: 0.4 })
  }

  #tag(tag: Tag, draw: () => void) {
    if (this.#isText()) draw()
    else this.#writer.element(tag, draw)
  }

  #drawGroup({ cells: [lines = []] }: TableLine) {
    const { left, y } = this.#writer
    const style = { size: this.#size + 0.5, isBold: true, color: palette.blue }
    this.#tag({ type: 'TH', columns: this.#columns.length }, () => {
      for (const [at, line] of lines.entries())
        this.#writer.text(line, left + padding, y + 5 + at * style.size * lineHeight, style)
    })
  }

  #drawCells({ kind, cells }: TableLine) {
    const { left, y } = this.#writer
    const color = kind === 'headings' ? palette.blue : palette.ink
    let x = left + padding
    for (const [at, column] of this.#columns.entries()) {
      const width = this.#widths[at] ?? 0
      const align = column.isNumber ? 'right' : 'left'
      const style = { size: this.#size, isBold: kind !== 'row', color, align, width } as const
      this.#tag(kind === 'headings' ? columnHeading : at === 0 ? rowHeading : cell, () => {
        for (const [line, text] of (cells[at] ?? []).entries())
          this.#writer.text(text, x, y + padding + line * this.#size * lineHeight, style)
      })
      x += width + gap
    }
  }

  #layoutLine(kind: 'row' | 'total' | 'headings', values: readonly string[]): TableLine {
    const glyphCache = this.#writer.content.glyphCache({ isBold: kind !== 'row' })
    const cells = values.map((value, at) =>
      wrapTextToLines(
        sanitizePdfText(value),
        { width: this.#widths[at] ?? 0, most: mostLines },
        glyphCache,
        this.#size,
      ),
    )
    const lines = Math.max(1, ...cells.map(({ length }) => length))
    return { kind, cells, height: lines * this.#size * lineHeight + 2 * padding }
  }
}

const columnHeading: Tag = { type: 'TH', scope: 'Column' }
const rowHeading: Tag = { type: 'TH', scope: 'Row' }
const cell: Tag = { type: 'TD' }
