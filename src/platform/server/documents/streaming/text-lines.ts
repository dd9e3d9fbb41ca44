import type { GlyphCache } from './glyph-cache.ts'

type Measure = Pick<GlyphCache, 'widthOf'>

/** Wraps text to a width: between words, and within a word only if it is wider than the line. */
export function wrapText(text: string, width: number, { widthOf }: Measure, size: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (widthOf(paragraph, size) <= width) return [paragraph]
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((each) => fitting(each, width, widthOf, size))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || widthOf(longer, size) <= width) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

/** Splits a word into pieces no wider than the line. */
function fitting(word: string, width: number, widthOf: Measure['widthOf'], size: number): string[] {
  if (widthOf(word, size) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character, size) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

/** Limits text to a number of lines; a mark shows that some are omitted. */
export function wrapTextToLines(
  text: string,
  { width, most }: { width: number; most: number },
  glyphCache: Measure,
  size: number,
): string[] {
  const lines = wrapText(text, width, glyphCache, size)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), truncateText(`${lines[most - 1]}…`, width, glyphCache, size)]
}

/** Fits text onto one line; if it is wider, truncates it and adds a mark. */
export function truncateText(text: string, width: number, { widthOf }: Measure, size: number): string {
  if (widthOf(text, size) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 1 && widthOf(`${characters.join('').trimEnd()}…`, size) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
