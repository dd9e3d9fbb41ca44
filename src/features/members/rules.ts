import type { Paper } from '#clients/contract.ts'

/** Minimum (NIST SP 800-63B for single-factor passwords) and maximum password length. */
export const passwordLength = { min: 15, max: 1000 }

const [white, black] = ['#ffffff', '#000000']
/** Minimum contrast for the text size of cards (WCAG 2.2, 1.4.3). */
const minContrast = 4.5

/** The readable text color on a background: white if the contrast suffices, otherwise black. */
export const textColorOn = (color: string): string =>
  contrastRatio(white, color) >= minContrast ? white : black

/** The contrast ratio of two colors ("#0b3d6b"), from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const mm = 72 / 25.4

/** A side of a card of the format ID-1 (ISO/IEC 7810), in points. */
export const cardSide = { width: 85.6 * mm, height: 53.98 * mm, radius: 3.18 * mm, edge: '#8896a5' }

/** The paper sizes of the card's PDF, in points. */
const papers: Record<Paper, { width: number; height: number }> = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
}

/** Where the two sides are on a page of the card's PDF: side by side in the middle of its width, in points. */
export function placeCard(paper: Paper) {
  const { width, height } = papers[paper]
  return { paper: { width, height }, left: width / 2 - cardSide.width, top: 200 }
}
