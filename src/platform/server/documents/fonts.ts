import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

/** The family of every document: Noto Sans, which has what `printable` takes (platform/contract/document-text.ts). */
export const family = 'Noto Sans'

const fileOf = (style: string) =>
  fileURLToPath(
    import.meta.resolve(`@expo-google-fonts/noto-sans/${style.replace('_', '')}/NotoSans_${style}.ttf`),
  )

const fonts = [
  { src: fileOf('400Regular'), fontWeight: 400 },
  { src: fileOf('700Bold'), fontWeight: 700 },
] as const

// react-pdf sets what a font lacks, line ends among it, in Helvetica, which no PDF brings along: here that is the same font.
const standIn = 'Helvetica'
Font.clear()
for (const name of [family, standIn]) Font.register({ family: name, fonts: [...fonts] })
await Promise.all(fonts.map(({ fontWeight }) => Font.load({ fontFamily: standIn, fontWeight })))
// A hyphen that nobody typed would change a policy number.
Font.registerHyphenationCallback((word) => [word])
