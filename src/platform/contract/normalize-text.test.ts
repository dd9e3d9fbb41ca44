import { expect, test } from 'vitest'
import { findUnprintable, normalizePdfText, normalizeText, sanitizePdfText } from './normalize-text.ts'

test('normalizing a text replaces unpaired surrogates and removes control characters', () => {
  expect(normalizeText(' a\ud83d\u0000b\r\nc ')).toBe('a\ufffdb\nc')
})

test('normalizing a text removes overrides of the direction, and keeps marks and isolates', () => {
  expect(normalizeText('a\u202eb\u202cc \u200fd \u2068e\u2069')).toBe('abc \u200fd \u2068e\u2069')
})

test.each([
  ['an emoji', '🙂'],
  ['Hebrew', 'שלום'],
  ['Arabic', 'مرحبا'],
  ['Chinese', '你好'],
  ['a control character', '\u0007'],
  ['the NUL character', '\0'],
  ['a direction override', '\u202e'],
  ['a lone surrogate', '\ud83d'],
  ['a letter with a pile of marks', 'a\u0301\u0302\u0303\u0304\u0305'],
  ['an invisible space', '\u200b'],
])('%s cannot be printed', (_what, text) => {
  expect(findUnprintable(`Mercy ${text}`)).not.toEqual([])
})

test('replaces each unprintable character with a mark that no keyboard types', () => {
  expect(sanitizePdfText('Is it 你好?')).toBe('Is it \ufffd\ufffd?')
})

test('lists each unprintable character once', () => {
  expect(findUnprintable('🙂 and 🙂')).toEqual(['🙂'])
})

test.each([
  'Zoë Müller-Ångström',
  'Łódź',
  'Ελληνικά',
  'Кириллица',
  'Tiếng Việt',
  '€ 100 – “fine” …',
  'two\nlines',
])('%j can be printed', (text) => {
  expect(findUnprintable(normalizePdfText(text))).toEqual([])
})

test('normalizes characters and line ends and trims the text', () => {
  expect(normalizePdfText(' Zoe\u0308\r\nMu\u0308ller\t2 \n')).toBe('Zoë\nMüller 2')
})
