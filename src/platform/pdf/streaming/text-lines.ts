import type { GlyphCache } from './glyph-cache.ts'

type Measure = Pick<GlyphCache, 'measureWidth'>

/** Wraps text to a width: between words, and within a word only if it is wider than the line. */
export function wrapText(text: string, width: number, { measureWidth }: Measure, size: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (measureWidth(paragraph, size) <= width) return [paragraph]
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((each) => fitting(each, width, measureWidth, size))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || measureWidth(longer, size) <= width) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

/** Splits a word into pieces no wider than the line. */
function fitting(word: string, width: number, measureWidth: Measure['measureWidth'], size: number): string[] {
  if (measureWidth(word, size) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measureWidth(piece + character, size) > width) {
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
export function truncateText(text: string, width: number, { measureWidth }: Measure, size: number): string {
  if (measureWidth(text, size) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 1 && measureWidth(`${characters.join('').trimEnd()}…`, size) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}…`
}
