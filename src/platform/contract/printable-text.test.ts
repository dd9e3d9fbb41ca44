import { expect, test } from 'vitest'
import { shownText, tidy, unprintable } from './printable-text.ts'

test.each([
  ['an emoji', '🙂'],
  ['Hebrew', 'שלום'],
  ['Arabic', 'مرحبا'],
  ['Chinese', '你好'],
  ['a control character', '\u0007'],
  ['the character 0', '\0'],
  ['a mark that turns the direction', '\u202e'],
  ['half a character', '\ud83d'],
  ['letters under a pile of marks', 'a\u0301\u0302\u0303\u0304\u0305'],
  ['an invisible space', '\u200b'],
])('%s cannot be shown', (_what, text) => {
  expect(unprintable(`Mercy ${text}`)).not.toEqual([])
})

test('a mark that nobody types stands for each character that cannot be shown', () => {
  expect(shownText('Is it 你好?')).toBe('Is it \ufffd\ufffd?')
})

test('what cannot be shown is named once', () => {
  expect(unprintable('🙂 and 🙂')).toEqual(['🙂'])
})

test.each([
  'Zoë Müller-Ångström',
  'Łódź',
  'Ελληνικά',
  'Кириллица',
  'Tiếng Việt',
  '€ 100 – “fine” …',
  'two\nlines',
])('%j can be shown', (text) => {
  expect(unprintable(tidy(text))).toEqual([])
})

test('text is tidied: one way to write a letter, one way to end a line, nothing at the ends', () => {
  expect(tidy(' Zoe\u0308\r\nMu\u0308ller\t2 \n')).toBe('Zoë\nMüller 2')
})
