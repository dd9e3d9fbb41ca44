// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { clearHighlights, findMatches, highlightMatches, readPageTexts, scrollToRange } from './pdf-find.tsx'
import type { Pdf } from './pdf-renderer.ts'

const shown = new Map<string, Range[]>()

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  shown.clear()
})

test('blank words match nothing', () => {
  expect(findMatches(['a b  c'], ' ')).toEqual([])
  expect(findMatches(['a'], '')).toEqual([])
  expect(findMatches([], 'a')).toEqual([])
})

test('matches are numbered on each page, in any case and without accents', () => {
  const texts = ['Café, CAFE', 'no', 'a cafe\u0301 cafecafe']
  expect(findMatches(texts, 'café')).toEqual([
    { page: 1, nth: 0 },
    { page: 1, nth: 1 },
    { page: 3, nth: 0 },
    { page: 3, nth: 1 },
    { page: 3, nth: 2 },
  ])
})

test('special characters are plain characters', () => {
  expect(findMatches(['$1.00 (a*) $100'], '$1.0')).toEqual([{ page: 1, nth: 0 }])
  expect(findMatches(['İstanbul istanbul'], 'istanbul')).toHaveLength(2)
})

test('a line break counts as a space, in the text and on the rendered page', async () => {
  const items = [{ str: 'discharge', hasEOL: true }, { str: 'letter' }, { type: 'beginMarkedContent' }]
  const getTextContent = async () => ({ items })
  const pdf = { length: 1, page: async () => ({ getTextContent }) } as unknown as Pdf
  const texts = await readPageTexts(pdf)
  expect(texts).toEqual(['discharge letter'])
  const [match = expect.fail('no match')] = findMatches(texts, 'Discharge Letter')
  document.body.innerHTML = '<figure><span>discharge</span><br><span>letter</span></figure>'
  expect(highlightMatches(document.body, 'Discharge Letter', match)?.toString()).toContain('letter')
})

test('highlights every match and the current one, until cleared', () => {
  const highlights = {
    set: (name: string, ranges: Range[]) => shown.set(name, ranges),
    delete: (name: string) => shown.delete(name),
  }
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', class extends Array<Range> {})
  document.body.innerHTML =
    '<figure><span>one two</span></figure><figure></figure><figure><span>tw</span><span>o two</span></figure>'
  const range = highlightMatches(document.body, 'two', { page: 3, nth: 1 })
  expect(range?.toString()).toBe('two')
  expect(shown.get('document-matches')?.map(String)).toEqual(['two', 'two', 'two'])
  expect(shown.get('document-match')).toHaveLength(1)
  expect(highlightMatches(document.body, 'two', { page: 2, nth: 0 })).toBeUndefined()
  expect([...shown.keys()]).toEqual(['document-matches'])
  clearHighlights()
  expect(shown.size).toBe(0)
})

test.each([
  ['is visible', new DOMRect(100, 100, 20, 10), { top: 0, left: 0 }],
  ['is to the right', new DOMRect(700, 100, 20, 10), { top: 0, left: 510 }],
  ['is to the left', new DOMRect(-120, 100, 20, 10), { top: 0, left: -310 }],
  ['is farther down', new DOMRect(100, 900, 20, 10), { top: 755, left: 0 }],
])('a match that %s is scrolled to in both directions', (_where, inner, expected) => {
  const pane = document.createElement('section')
  const range = document.createRange()
  const scrollBy = vi.spyOn(pane, 'scrollBy').mockReturnValue()
  vi.spyOn(pane, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 300))
  vi.spyOn(range, 'getBoundingClientRect').mockReturnValue(inner)
  scrollToRange(pane, range)
  expect(scrollBy).toHaveBeenCalledWith(expected)
})
