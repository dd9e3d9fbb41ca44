import type { Lettering } from './glyph-cache.ts'

type Measure = Pick<Lettering, 'widthOf'>

/** The lines that a text takes in a width: broken between words, and within a word only where it is wider than the line. */
export function linesOf(text: string, width: number, { widthOf }: Measure, size: number): string[] {
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

/** A word in pieces that are no wider than the line. */
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

/** So many lines of a text at most; where it has more, a mark says that they are missing. */
export function fewLinesOf(
  text: string,
  { width, most }: { width: number; most: number },
  lettering: Measure,
  size: number,
): string[] {
  const lines = linesOf(text, width, lettering, size)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), inOneLine(`${lines[most - 1]}…`, width, lettering, size)]
}

/** A text in one line: where it is wider than that, as much of it as there is room for, and a mark that more is missing. */
export function inOneLine(text: string, width: number, { widthOf }: Measure, size: number): string {
  if (widthOf(text, size) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 1 && widthOf(`${characters.join('').trimEnd()}…`, size) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
