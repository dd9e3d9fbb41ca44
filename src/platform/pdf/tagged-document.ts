import { PDFDocument } from 'pdfkit'
import { escapeXml } from '../contract/normalize-text.ts'
import type { Options } from './streaming/pdfkit-types.ts'

type TaggedOptions = Omit<Options, 'pdfVersion' | 'tagged' | 'displayTitle' | 'autoFirstPage'>

/** A tagged PDF: viewers show its title, and its structure and language are available to assistive technology. */
export class TaggedDocument extends PDFDocument {
  constructor(options: TaggedOptions) {
    super({ ...options, autoFirstPage: false, pdfVersion: '1.7', tagged: true, displayTitle: true })
  }

  /** pdfkit writes the title into XML as it is, so "A & B" would make the metadata unreadable. */
  override _addInfo() {
    const { info } = this
    this.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [
        name,
        typeof value === 'string' ? escapeXml(value) : value,
      ]),
    )
    super._addInfo()
    this.info = info
  }
}
