import { fileURLToPath } from 'node:url'

/**
 * The font family of every document: Noto Sans, which covers `printable`
 * (platform/contract/normalize-text.ts).
 */
export const family = 'Noto Sans'

const findFile = (style: string) =>
  fileURLToPath(
    import.meta.resolve(`@expo-google-fonts/noto-sans/${style.replace('_', '')}/NotoSans_${style}.ttf`),
  )

/** The files of its two weights. */
export const fontFiles = { regular: findFile('400Regular'), bold: findFile('700Bold') } as const
