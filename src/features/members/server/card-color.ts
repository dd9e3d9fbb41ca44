const [white, black] = ['#ffffff', '#000000']
/** Minimum contrast for this text size (WCAG 2.2, 1.4.3). */
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
