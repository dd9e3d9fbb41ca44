import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

/** The family of every document: Noto Sans, which has what `printable` takes (platform/contract/document-text.ts). */
export const family = 'Noto Sans'

const fileOf = (style: string) =>
  fileURLToPath(
    import.meta.resolve(`@expo-google-fonts/noto-sans/${style.replace('_', '')}/NotoSans_${style}.ttf`),
  )

Font.register({
  family,
  fonts: [
    { src: fileOf('400Regular'), fontWeight: 400 },
    { src: fileOf('700Bold'), fontWeight: 700 },
  ],
})
// A hyphen that nobody typed would change a policy number.
Font.registerHyphenationCallback((word) => [word])
