/** The parts of pdfkit 0.20 that the portal uses: pages, fonts, file objects and tags, not its layout. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type {
    EmbeddedFont,
    MarkedContent,
    Options,
    Page,
    Reference,
    StructureElement,
  } from './pdfkit-types.ts'

  export class PDFDocument extends Readable {
    constructor(options: Options)
    /** The font selected by `font`. */
    _font: EmbeddedFont
    page: Page
    info: Record<string, string | Date>
    outline: { addItem(title: string): unknown }
    font(file: string): this
    addPage(): this
    ref(content?: Record<string, unknown>): Reference
    struct(type: string, options?: object): StructureElement
    addStructure(element: StructureElement): this
    /** Begins content of the page; only one is open at a time. */
    markStructureContent(type: string): MarkedContent
    markContent(tag: 'Artifact', options: { type: string }): this
    endMarkedContent(): this
    link(x: number, y: number, width: number, height: number, url: string, options?: object): this
    /** Writes the title and author to the metadata. */
    _addInfo(): void
    end(): void
  }
}
