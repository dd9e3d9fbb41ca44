import type { EmbeddedFont, GlyphPosition } from './pdfkit-types.ts'

/** A shaped word: its width in em and its pieces, on the baseline or, with diacritics, above or below it. */
type Word = { width: number; pieces: readonly Piece[] }
type Piece = { rise: number; glyphs: string }

/** The maximum number of cached words; the numbers of a long table all differ and are not cached. */
const maxCachedWords = 20_000
/** Amounts, dates and codes are set character by character; their widths simply add up. */
const signs = '\\d$€£¥.,:;/%()#+\u00a0–-'
const amountOrDate = new RegExp(`^[${signs}]*\\d[A-Z${signs}]*$`)
const code = /^[A-Z]{1,8}-?\d[A-Z\d-]*$/

/** A document font that caches shaped words for speed. */
export class GlyphCache {
  readonly id: string
  readonly #font: EmbeddedFont
  readonly #characters = new Map<string, Word>()
  readonly #words = new Map<string, Word>()
  /** The last text used: text is usually drawn right after it is measured. */
  #last: { text: string; word: Word } = { text: '', word: { width: 0, pieces: [] } }

  constructor(font: EmbeddedFont) {
    this.id = font.id
    this.#font = font
  }

  /** The width of text at a type size, in points. */
  measureWidth = (text: string, size: number): number => this.#measureText(text).width * size

  /** The operators that show text in a type size at the current position (ISO 32000, 9.4.3). */
  shown(text: string, size: number): string {
    const { pieces } = this.#measureText(text)
    return pieces.map((piece) => shownPiece(piece, size)).join(' ')
  }

  #measureText(text: string): Word {
    if (this.#last.text !== text) this.#last = { text, word: this.#measureWords(text) }
    return this.#last.word
  }

  #measureWords(text: string): Word {
    const [first = '', ...others] = text.split(' ')
    if (others.length === 0) return this.#measureWord(first)
    const space = this.#measureCharacter(' ')
    return joined([this.#measureWord(first), ...others.flatMap((word) => [space, this.#measureWord(word)])])
  }

  #measureWord(word: string): Word {
    const known = this.#words.get(word)
    if (known) return known
    if (amountOrDate.test(word) || code.test(word)) return this.#measureFigure(word)
    if (this.#words.size >= maxCachedWords) this.#words.clear()
    const made = set(this.#font.encode(word))
    this.#words.set(word, made)
    return made
  }

  #measureFigure(figure: string): Word {
    let width = 0
    let glyphs = ''
    for (const character of figure) {
      const { width: own, pieces } = this.#measureCharacter(character)
      width += own
      glyphs += pieces[0]?.glyphs ?? ''
    }
    return { width, pieces: [{ rise: 0, glyphs }] }
  }

  #measureCharacter(character: string): Word {
    const known = this.#characters.get(character) ?? set(this.#font.encode(character))
    this.#characters.set(character, known)
    return known
  }
}

function joined(parts: readonly Word[]): Word {
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  const pieces: Piece[] = []
  for (const piece of parts.flatMap((part) => part.pieces)) {
    const last = pieces.at(-1)
    if (last?.rise === piece.rise) pieces[pieces.length - 1] = { ...last, glyphs: last.glyphs + piece.glyphs }
    else pieces.push(piece)
  }
  return { width, pieces }
}

function set([glyphs, positions]: [string[], GlyphPosition[]]): Word {
  const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / 1000
  const pieces = glyphs.map((glyph, at): Word => {
    const { xAdvance, advanceWidth, xOffset, yOffset } = positions[at] as GlyphPosition
    const after = xAdvance - advanceWidth - xOffset
    const text = `${moved(xOffset)}<${glyph}>${moved(after)}`
    return { width: 0, pieces: [{ rise: yOffset / 1000, glyphs: text }] }
  })
  return { width, pieces: joined(pieces).pieces }
}

/** In a list of glyphs, positive numbers move what follows to the left. */
const moved = (by: number) => (Math.round(by) === 0 ? '' : ` ${-Math.round(by)} `)

function shownPiece({ rise, glyphs }: Piece, size: number): string {
  const array = `[${glyphs.replaceAll('><', '')}] TJ`
  return rise === 0 ? array : `${(rise * size).toFixed(2)} Ts ${array} 0 Ts`
}
