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
await Promise.all(fonts.map(({ fontWeight }) => Font.load({ fontFamily: standIn, fontWeight })))
// A hyphen that nobody typed would change a policy number.
Font.registerHyphenationCallback((word) => [word])
