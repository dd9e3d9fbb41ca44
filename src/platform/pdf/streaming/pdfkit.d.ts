/** The parts of pdfkit 0.20 that the portal uses: pages, fonts and file objects, not its layout. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { EmbeddedFont, Options, Page, Reference } from './pdfkit-types.ts'

  export class PDFDocument extends Readable {
    constructor(options: Options)
    /** The font selected by `font`. */
    _font: EmbeddedFont
    page: Page
    outline: { addItem(title: string): unknown }
    font(file: string): this
    addPage(): this
    ref(content?: Record<string, unknown>): Reference
    end(): void
  }
}
