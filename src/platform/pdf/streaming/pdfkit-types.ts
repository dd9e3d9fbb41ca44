/** The metrics of a glyph, in thousandths of the type size. */
export type GlyphPosition = { xAdvance: number; advanceWidth: number; xOffset: number; yOffset: number }

export type EmbeddedFont = {
  id: string
  /** The glyphs of a string in the document's font subset (hexadecimal) and their positions. */
  encode(text: string): [glyphs: string[], positions: GlyphPosition[]]
  /** The object that pages refer to. */
  ref(): Reference
}

/** An object of the file. */
export type Reference = {
  data: Record<string, unknown>
  end(content?: string): void
}

export type Page = {
  fonts: Record<string, Reference>
  xobjects: Record<string, Reference>
  write(content: string): void
}

export type Options = {
  size: string
  layout: 'portrait' | 'landscape'
  margin: number
  autoFirstPage: false
  pdfVersion: '1.7'
  lang: string
  displayTitle: true
  fontLayoutCache: false
  /** The document starts without a font, because pdfkit does not embed its default font. */
  font: ''
  info: Record<string, string | Date>
}
