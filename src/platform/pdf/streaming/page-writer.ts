import type { PDFDocument } from 'pdfkit'
import { replacementCharacter, sanitizePdfText } from '../../contract/normalize-text.ts'
import { fontFiles } from '../font-files.ts'
import { messages } from '../messages.ts'
import { palette } from '../palette.ts'
import { isGroup, StructureTree, type Tag } from '../structure-tree.ts'
import { TaggedDocument } from '../tagged-document.ts'
import { ascent, type Box, ContentStream, type FillPattern, type TextStyle } from './content-stream.ts'
import { GlyphCache } from './glyph-cache.ts'
import type { Reference, StructureElement } from './pdfkit-types.ts'
import { truncateText } from './text-lines.ts'

export type PageOptions = {
  title: string
  author: string
  madeAt: Date
  paper?: keyof typeof papers
  isLandscape?: boolean
  /** The footer of every page; `pageLabel` is the text before the total page count. */
  footer: string
  pageLabel: (page: number) => string
}

/** Paper sizes in points. */
const papers = { letter: { short: 612, long: 792 }, a4: { short: 595.28, long: 841.89 } }
const margin = { side: 44, top: 44, bottom: 50 }
/** The width of the total page count in the footer, and the space after it. */
const numberWidth = 40
const footStyle: TextStyle = { size: 7.5, color: palette.quiet }

/**
 * Writes pages one after the other. A page is flushed when the next one begins, so a long document needs no
 * more memory than a short one. The same props and drawing calls produce the same bytes.
 */
export class PageWriter {
  readonly left = margin.side
  readonly right: number
  readonly width: number
  /** Only the footer goes below this. */
  readonly bottom: number
  /** The vertical position of the next item. */
  y = margin.top
  readonly content: ContentStream
  /** The elements of the structure that are open, outermost first. */
  readonly #open: { tag: Tag; element: StructureElement }[] = []
  readonly #structure: StructureTree
  #isFurniture = false
  /** Whether a chapter has begun, whose sections are one level below it. */
  isInChapter = false
  readonly #facts: PageOptions
  readonly #file: PDFDocument
  readonly #fonts: Record<string, Reference>
  /** The total page count: every page refers to it, and it is written last. */
  readonly #total: Reference
  #page = 0
  #above: { height: number; draw: () => void } | undefined

  constructor(options: PageOptions, take: (bytes: Uint8Array) => void) {
    const { short, long } = papers[options.paper ?? 'letter']
    const [width, height] = options.isLandscape ? [long, short] : [short, long]
    this.#facts = options
    this.right = width - margin.side
    this.width = width - 2 * margin.side
    this.bottom = height - margin.bottom
    this.#file = createPdf(options)
    this.#file.on('data', take)
    const [regular, bold] = [fontFiles.regular, fontFiles.bold].map((path) => this.#file.font(path)._font)
    if (!regular || !bold) throw new Error('The fonts of the documents cannot be read.')
    this.#fonts = { [regular.id]: regular.ref(), [bold.id]: bold.ref() }
    const glyphCaches = { regular: new GlyphCache(regular), bold: new GlyphCache(bold) }
    this.content = new ContentStream(height, glyphCaches, (kind) => this.#mark(kind))
    this.#structure = new StructureTree(this.#file, () => this.#file.page.write(this.content.takeOperators()))
    this.#total = this.#file.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 60, 12],
      Resources: { Font: this.#fonts },
    })
    this.#beginPage()
  }

  /**
   * Reserves this height in points, after drawing the content that must stay above it. Returns whether a new
   * page began.
   */
  need(height: number): boolean {
    const above = this.#above
    this.#above = undefined
    const isFull = this.y > margin.top && this.y + (above?.height ?? 0) + height > this.bottom
    if (isFull) this.turnPage()
    above?.draw()
    return isFull
  }

  /**
   * Draws this content together with what follows it, so that it is never alone at the bottom of a page: a heading, or
   * a heading and then a chart.
   */
  above(height: number, draw: () => void) {
    const first = this.#above
    const drawBoth = () => {
      first?.draw()
      draw()
    }
    this.#above = { height: (first?.height ?? 0) + height, draw: drawBoth }
  }

  turnPage() {
    this.#endPage()
    this.#beginPage()
  }

  /** Begins an element of the structure inside the open one. What is drawn until `close` belongs to it. */
  open(tag: Tag) {
    this.#open.push({ tag, element: this.#structure.add(tag, this.#open.at(-1)?.element) })
  }

  close() {
    this.#open.pop()?.element.end()
  }

  /** Draws the content of an element of the structure; page furniture has none. */
  element(tag: Tag, draw: () => void) {
    if (!this.#isFurniture) this.open(tag)
    draw()
    if (!this.#isFurniture) this.close()
  }

  /** Draws what repeats on pages, such as the headings of a table: assistive technology leaves it out. */
  furniture(draw: () => void) {
    this.#isFurniture = true
    draw()
    this.#isFurniture = false
  }

  /** Assigns what is drawn next to the open element. Text outside of one is a paragraph of its own. */
  #mark(kind: 'text' | 'shape') {
    const open = this.#open.at(-1)
    if (this.#isFurniture) this.#structure.mark('Pagination')
    else if (kind === 'shape' && !open?.tag.hasShapes) this.#structure.mark('Layout')
    else if (open && !isGroup(open.tag)) this.#structure.mark(open.element)
    else this.#structure.mark(this.#structure.add({ type: 'P' }, open?.element))
  }

  text(text: string, x: number, y: number, style: TextStyle) {
    this.content.text(text, x, y, style)
  }

  box(box: Box, pattern: FillPattern, outline?: string) {
    this.content.box(box, pattern, outline)
  }

  /** Adds a bookmark to the outline of the PDF. */
  mark(title: string) {
    this.#file.outline.addItem(sanitizePdfText(title))
  }

  /** Writes the total page count and resolves when everything is flushed. */
  async end(): Promise<void> {
    if (this.content.hasLost)
      this.text(messages.lost(replacementCharacter), this.left, this.bottom + 1, footStyle)
    this.#endPage()
    this.#total.end(`BT ${this.content.textOperators(String(this.#page), footStyle)} ET`)
    const left = new Promise((resolve) => this.#file.on('end', resolve))
    this.#file.end()
    await left
  }

  #beginPage() {
    this.#page += 1
    this.#file.addPage()
    Object.assign(this.#file.page.fonts, this.#fonts)
    this.#file.page.xobjects.Total = this.#total
    // pdfkit flips the coordinates of each new page, so this flips them back.
    this.#file.page.write(`1 0 0 -1 0 ${this.bottom + margin.bottom} cm`)
    this.y = margin.top
  }

  #endPage() {
    this.furniture(() => this.#drawFooter())
    this.#file.page.write(this.content.takeOperators())
  }

  #drawFooter() {
    const { footer, pageLabel } = this.#facts
    const y = this.bottom + 18
    const words = pageLabel(this.#page)
    this.content.rule([this.left, y - 6], [this.right, y - 6])
    const glyphCache = this.content.glyphCache({})
    const wordsEnd = this.left + glyphCache.measureWidth(words, footStyle.size)
    const shown = truncateText(footer, this.right - wordsEnd - numberWidth, glyphCache, footStyle.size)
    this.text(words, this.left, y, footStyle)
    this.text(shown, this.left, y, { ...footStyle, align: 'right', width: this.width })
    this.content.place('Total', wordsEnd, y + footStyle.size * ascent)
  }
}

function createPdf({
  title,
  author,
  madeAt,
  paper = 'letter',
  isLandscape = false,
}: PageOptions): PDFDocument {
  const info = { Title: title, Author: author, Creator: author, Producer: author }
  return new TaggedDocument({
    size: paper,
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    lang: 'en-US',
    fontLayoutCache: false,
    font: '',
    info: { ...info, CreationDate: madeAt, ModDate: madeAt },
  })
}
