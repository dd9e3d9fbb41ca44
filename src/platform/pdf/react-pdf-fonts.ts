import { Font } from '@react-pdf/renderer'
import { family, fontFiles } from './font-files.ts'

export { family }

const fonts = [
  { src: fontFiles.regular, fontWeight: 400 },
  { src: fontFiles.bold, fontWeight: 700 },
] as const

// For missing glyphs and line ends, react-pdf falls back to Helvetica, which no PDF embeds, so that name is
// mapped to the same font.
const fallbackFont = 'Helvetica'
Font.clear()
for (const name of [family, fallbackFont]) Font.register({ family: name, fonts: [...fonts] })
for (const fontFamily of [family, fallbackFont])
  for (const { fontWeight } of fonts) {
    await Font.load({ fontFamily, fontWeight })
    rememberCharacters(Font.getFont({ fontFamily, fontWeight })?.data as Glyphs | undefined)
  }
// A hyphen that nobody typed would change a policy number.
Font.registerHyphenationCallback((word) => [word])

type Glyph = { codePoints: number[] }
type Glyphs = { getGlyph?: (id: number, codePoints?: number[]) => Glyph }

/**
 * Makes each glyph keep its characters. fontkit caches a glyph as it was first used: after a "Ü", its U
 * mapped to no character, and every later document of the process lost its U.
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
