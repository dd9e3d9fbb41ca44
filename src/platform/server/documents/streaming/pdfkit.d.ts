/** As much of pdfkit 0.20 as the portal draws with: pages, fonts and the objects of the file, not its layout. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { EmbeddedFont, Options, Page, Reference } from './pdfkit-parts.ts'

  export class PDFDocument extends Readable {
    constructor(options: Options)
    /** The font that `font` chose. */
    _font: EmbeddedFont
    page: Page
    outline: { addItem(title: string): unknown }
    font(file: string): this
    addPage(): this
    ref(content?: Record<string, unknown>): Reference
    end(): void
  }
}
