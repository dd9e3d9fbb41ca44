import type { Pdf, PdfPage } from './pdf-renderer.ts'

/** An occurrence of the words: its page, and its place among the occurrences on that page, from 0. */
export type Match = { page: number; nth: number }

/** Reads the text of each page as the text layer holds it. */
export const readPageTexts = (pdf: Pdf): Promise<string[]> =>
  Promise.all(Array.from({ length: pdf.length }, async (_, at) => readText(await pdf.page(at + 1))))

async function readText(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? lineBreak : '') : '')).join('')
}

const lineBreak = ' '

/** Finds words in the texts of pages, ignoring case and accents. */
export const findMatches = (texts: readonly string[], words: string): Match[] =>
  texts.flatMap((text, at) => findOffsets(text, words).map((_, nth) => ({ page: at + 1, nth })))

function findOffsets(text: string, words: string): number[] {
  const [folded, wanted] = [fold(text), fold(words)]
  const offsets: number[] = []
  if (!wanted.trim()) return offsets
  let offset = folded.indexOf(wanted)
  while (offset >= 0) {
    offsets.push(offset)
    offset = folded.indexOf(wanted, offset + wanted.length)
  }
  return offsets
}

/** Lower case without accents, in a text of the same length. */
const fold = (text: string): string =>
  text.replace(/\s/g, ' ').replace(/[^ -~]|[A-Z]/g, (character) => {
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return plain.length === 1 ? plain : character
  })

const allName = 'document-matches'
const currentName = 'document-match'

/**
 * Highlights words on the rendered pages and returns the range of the current match, if its page is rendered.
 * Older browsers highlight nothing.
 */
export function highlightMatches(pane: HTMLElement, words: string, current: Match): Range | undefined {
  const ranges = [...pane.querySelectorAll('figure')].map((page) => findRanges(page, words))
  const range = ranges[current.page - 1]?.[current.nth]
  clearHighlights()
  if (CSS.highlights) {
    CSS.highlights.set(allName, new Highlight(...ranges.flat()))
    if (range) CSS.highlights.set(currentName, new Highlight(range))
  }
  return range
}

export function clearHighlights() {
  CSS.highlights?.delete(allName)
  CSS.highlights?.delete(currentName)
}

type Piece = { node: Node; from: number; text: string }

function findRanges(page: HTMLElement, words: string): Range[] {
  const pieces: Piece[] = []
  let length = 0
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node instanceof Text ? node.data : node.nodeName === 'BR' ? lineBreak : ''
    if (text) pieces.push({ node, from: length, text })
    length += text.length
  }
  const whole = pieces.map(({ text }) => text).join('')
  return findOffsets(whole, words).flatMap((offset) => toRange(pieces, offset, offset + words.length) ?? [])
}

function toRange(pieces: readonly Piece[], from: number, to: number): Range | undefined {
  const texts = pieces.filter((piece) => piece.node instanceof Text)
  const first = texts.find((piece) => from < piece.from + piece.text.length)
  const last = texts.findLast((piece) => piece.from < to)
  if (!first || !last || last.from < first.from) return undefined
  const range = document.createRange()
  range.setStart(first.node, Math.max(from - first.from, 0))
  range.setEnd(last.node, Math.min(to - last.from, last.text.length))
  return range
}
