const controlCharacters = /[^\P{Cc}\n\t]/gu
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Normalizes a text of several lines: trims it, removes control characters and replaces unpaired surrogates. Returns
 * an empty string if nothing visible remains.
 */
export function normalizeText(text: string): string {
  const normalized = text.toWellFormed().replaceAll(controlCharacters, '').trim()
  return normalized.replaceAll(invisible, '') === '' ? '' : normalized
}
