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

/** Content of a page that belongs to a structure element. */
export type MarkedContent = { refs: { mcid: number }[] }

/** An element of the document's structure (ISO 32000-1, 14.7.2). */
export type StructureElement = {
  dictionary: Reference
  add(child: StructureElement | MarkedContent): unknown
  /** Writes the element to the file once it is complete. */
  end(): void
}

export type Options = {
  size?: string
  layout?: 'portrait' | 'landscape'
  margin?: number
  autoFirstPage: false
  pdfVersion: '1.7'
  tagged: true
  lang: string
  displayTitle: true
  fontLayoutCache?: false
  /** The document starts without a font, because pdfkit does not embed its default font. */
  font?: ''
  info: Record<string, string | Date>
}
