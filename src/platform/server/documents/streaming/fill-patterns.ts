import { palette } from '../palette.ts'

/** A fill: a color, with lines in another color if the first alone cannot be told apart in grayscale. */
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
export const colorOperands = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
