import { Font } from '@react-pdf/renderer'
import { family, fontFiles } from './font-files.ts'

export { family }

const fonts = [
  { src: fontFiles.regular, fontWeight: 400 },
  { src: fontFiles.bold, fontWeight: 700 },
] as const

// react-pdf sets what a font lacks, line ends among it, in Helvetica, which no PDF brings along: here that is the same font.
const standIn = 'Helvetica'
Font.clear()
for (const name of [family, standIn]) Font.register({ family: name, fonts: [...fonts] })
for (const fontFamily of [family, standIn])
  for (const { fontWeight } of fonts) {
    await Font.load({ fontFamily, fontWeight })
    rememberCharacters(Font.getFont({ fontFamily, fontWeight })?.data as Glyphs | undefined)
  }
// A hyphen that nobody typed would change a policy number.
Font.registerHyphenationCallback((word) => [word])

type Glyph = { codePoints: number[] }
type Glyphs = { getGlyph?: (id: number, codePoints?: number[]) => Glyph }

/**
 * fontkit keeps each glyph as it met it first: the U of a "Ü" stood for no character from then on, and every later
 * document of the process had lost its U.
 */
function rememberCharacters(font: Glyphs | undefined) {
  const kept = font?.getGlyph?.bind(font)
  if (!font || !kept) return
  font.getGlyph = (id, codePoints = []) => {
    const glyph = kept(id, codePoints)
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
}
