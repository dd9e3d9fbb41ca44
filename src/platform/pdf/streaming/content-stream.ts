import { replacementCharacter, sanitizePdfText } from '../../contract/normalize-text.ts'
import { palette } from '../palette.ts'
import type { GlyphCache } from './glyph-cache.ts'

export type TextStyle = {
  size: number
  isBold?: boolean
  color?: string
  /** How text is aligned within its width, which begins at x; left by default. */
  align?: 'left' | 'center' | 'right'
  width?: number
}

/** In points from the top left corner of the page. */
export type Box = { x: number; y: number; width: number; height: number }

/** The distance from the top of a line to its baseline, in em. */
export const ascent = 0.88
/** The line height in em. */
export const lineHeight = 1.32

const hatchGap = 3.2
const points = (length: number) => length.toFixed(2)

/**
 * Converts drawing calls to PDF content operators (ISO 32000, 8 and 9), whose origin is the lower left corner
 * of the page.
 */
export class ContentStream {
  readonly #height: number
  readonly #letterings: { regular: GlyphCache; bold: GlyphCache }
  readonly #beforeEach: (kind: 'text' | 'shape') => void
  #strokes: string[] = []
  /** Whether any text so far contained an unprintable character. */
  hasLost = false

  /** `beforeEach` is called before anything is drawn. */
  constructor(
    height: number,
    glyphCaches: { regular: GlyphCache; bold: GlyphCache },
    beforeEach: (kind: 'text' | 'shape') => void,
  ) {
    this.#height = height
    this.#letterings = glyphCaches
    this.#beforeEach = beforeEach
  }

  /** Returns the operators added since the last call. */
  takeOperators(): string {
    const operators = this.#strokes.join('\n')
    this.#strokes = []
    return operators
  }

  /** A line of text with its top at y. */
  text(text: string, x: number, y: number, style: TextStyle) {
    const shown = sanitizePdfText(text)
    if (shown === '') return
    this.hasLost ||= shown.includes(replacementCharacter)
    const { size, align = 'left', width = 0 } = style
    const left = width - this.glyphCache(style).measureWidth(shown, size)
    const indent = align === 'left' ? 0 : align === 'right' ? left : left / 2
    const operators = this.textOperators(shown, style)
    this.#beforeEach('text')
    this.#strokes.push(
      `BT ${points(x + indent)} ${points(this.#height - y - size * ascent)} Td ${operators} ET`,
    )
  }

  /** The operators that show text at a position. */
  textOperators(text: string, style: TextStyle): string {
    const { size, color = palette.ink } = style
    const glyphCache = this.glyphCache(style)
    return `/${glyphCache.id} ${size} Tf ${colorOperands(color)} rg ${glyphCache.shown(text, size)}`
  }

  glyphCache({ isBold = false }: Pick<TextStyle, 'isBold'>): GlyphCache {
    return isBold ? this.#letterings.bold : this.#letterings.regular
  }

  rule(from: [x: number, y: number], to: [x: number, y: number], { weight = 0.5, color = '' } = {}) {
    const [start, end] = [from, to].map(([x, y]) => `${points(x)} ${points(this.#height - y)}`)
    this.#add(`${colorOperands(color || palette.hairline)} RG ${weight} w ${start} m ${end} l S`)
  }

  box({ x, y, width, height }: Box, { fill, hatch }: FillPattern, outline?: string) {
    const area = [x, this.#height - y - height, width, height].map(points).join(' ')
    this.#add(`${colorOperands(fill)} rg ${area} re f`)
    if (hatch) this.#hatch({ x, y, width, height }, area, hatch)
    if (outline) this.#add(`${colorOperands(outline)} RG 0.4 w ${area} re S`)
  }

  #hatch({ x, y, width, height }: Box, area: string, color: string) {
    const lines: string[] = []
    const bottom = this.#height - y - height
    for (let at = x - height; at < x + width; at += hatchGap)
      lines.push(`${points(at)} ${points(bottom)} m ${points(at + height)} ${points(bottom + height)} l`)
    this.#add(`q ${area} re W n ${colorOperands(color)} RG 0.6 w ${lines.join(' ')} S Q`)
  }

  /** Places separately drawn content with its origin here. */
  place(name: string, x: number, y: number) {
    this.#add(`q 1 0 0 1 ${points(x)} ${points(this.#height - y)} cm /${name} Do Q`)
  }

  #add(operators: string) {
    this.#beforeEach('shape')
    this.#strokes.push(operators)
  }
}

/** A fill: a color, with lines in another color if the first alone is hard to distinguish in grayscale. */
export type FillPattern = { fill: string; hatch?: string }

/** Patterns for parts of a whole: in grayscale, each differs from all others. */
export const sequentialPatterns: readonly FillPattern[] = [
  { fill: palette.blue },
  { fill: '#6b94bb' },
  { fill: '#d3e0ec' },
  { fill: palette.paper, hatch: palette.quiet },
  { fill: '#3d5a2b', hatch: palette.paper },
]

/** The patterns for charges, repriced amounts, savings, and amounts not repriced yet. */
export const moneyPatterns = {
  charges: { fill: palette.blue },
  repriced: { fill: '#8aa9c6' },
  saved: { fill: palette.green },
  unpriced: { fill: palette.paper, hatch: palette.quiet },
} as const satisfies Record<string, FillPattern>

/** The color as three operands between 0 and 1 (ISO 32000, 8.6.4.3). */
const colorOperands = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
