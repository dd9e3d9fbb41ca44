import { fileURLToPath } from 'node:url'

/** The family of every document: Noto Sans, which has what `printable` takes (platform/contract/document-text.ts). */
export const family = 'Noto Sans'

const fileOf = (style: string) =>
  fileURLToPath(
    import.meta.resolve(`@expo-google-fonts/noto-sans/${style.replace('_', '')}/NotoSans_${style}.ttf`),
  )

/** Where its two weights are. */
export const fontFiles = { regular: fileOf('400Regular'), bold: fileOf('700Bold') } as const
