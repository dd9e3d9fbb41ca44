import { TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { usePageTexts } from '../language/use-page-language.ts'
import { useCombination } from '../page/use-combination.ts'
import classes from './pdf-find.module.css'
import type { Pdf, PdfPage } from './pdf-renderer.ts'
import { PdfTool } from './pdf-toolbar.tsx'

const none: readonly Match[] = []

type PdfFindProps = { pdf: Pdf; pane: RefObject<HTMLElement | null>; onPage: (page: number) => void }

/**
 * Finds words on all pages, including those that are not rendered. Ctrl+F goes to the field; in the field, it opens the
 * browser's own search.
 */
export function PdfFind({ pdf, pane, onPage }: PdfFindProps) {
  const text = usePageTexts(messages).pdf
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const { matches, isPending } = useMatches(pdf, words)
  const current = matches[at]
  useHighlights({ pane, words, current, onPage })
  useCombination(
    'Control',
    'f',
    () => field.current?.select(),
    ({ target }) => target !== field.current,
  )
  const move = (by: number) => setAt((at + by + matches.length) % Math.max(matches.length, 1))
  return (
    <search className={classes.find} aria-label={text.find}>
      <TextInput
        ref={field}
        aria-label={text.find}
        placeholder={text.findPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        // Escape empties the field first; in an empty field it closes the dialog.
        data-mantine-stop-propagation={words !== '' || undefined}
        onChange={({ currentTarget: { value } }) => {
          setWords(value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') setWords('')
        }}
      />
      {matches.length > 1 && (
        <>
          <PdfTool label={text.previousMatch} onUse={() => move(-1)}>
            <IconChevronLeft size={20} aria-hidden />
          </PdfTool>
          <PdfTool label={text.nextMatch} onUse={() => move(1)}>
            <IconChevronRight size={20} aria-hidden />
          </PdfTool>
        </>
      )}
      <span role="status">
        {words.trim() && !isPending && (current ? text.match(at + 1, matches.length) : text.noMatch)}
      </span>
    </search>
  )
}

/** The occurrences of the words. The texts are read at the first search. */
function useMatches(pdf: Pdf, words: string) {
  const id = useId()
  const { data, isPending } = useQuery({
    queryKey: ['pdf-texts', id],
    queryFn: () => readPageTexts(pdf),
    enabled: words !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [found, setFound] = useState({ words: '', matches: none })
  if (data && found.words !== words) setFound({ words, matches: findMatches(data, words) })
  return { matches: found.words === words ? found.matches : none, isPending }
}

type Highlighted = {
  pane: RefObject<HTMLElement | null>
  words: string
  current: Match | undefined
  onPage: (page: number) => void
}

/** Goes to the current match and highlights the matches on the pages as they are rendered. */
function useHighlights({ pane, words, current, onPage }: Highlighted) {
  const goTo = useEffectEvent(onPage)
  useEffect(() => {
    const element = pane.current
    if (!element || !current) return
    let isReached = false
    const mark = () => {
      const range = highlightMatches(element, words, current)
      if (!range || isReached) return
      isReached = true
      scrollToRange(element, range)
    }
    mark()
    if (!isReached) goTo(current.page)
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      clearHighlights()
    }
  }, [pane, words, current])
}

/** Scrolls a range into the middle of the pane, in each direction in which it is not visible. */
export function scrollToRange(pane: HTMLElement, range: Range) {
  const [outer, inner] = [pane.getBoundingClientRect(), range.getBoundingClientRect()]
  const isVisibleVertically = inner.top >= outer.top && inner.bottom <= outer.bottom
  const isVisibleHorizontally = inner.left >= outer.left && inner.right <= outer.right
  pane.scrollBy({
    top: isVisibleVertically ? 0 : (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    left: isVisibleHorizontally ? 0 : (inner.left + inner.right - outer.left - outer.right) / 2,
  })
}

/** An occurrence of the words: its page, and its place among the occurrences on that page, from 0. */
type Match = { page: number; nth: number }

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
