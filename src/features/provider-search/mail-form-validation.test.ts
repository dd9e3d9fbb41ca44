import { expect, test } from 'vitest'
import { isNote, isSenderName, isSubjectText } from './mail-form-validation.ts'

test.each([
  'Ann Example',
  'J.R. O’Neill-Smith',
  'Zoë Müller (Claims)',
  'Ωμέγα',
  '王小明',
  'ann@example.com',
  'ann marie example',
  'Ann "Annie" Example',
  "Ann “Annie” Example-O'Neill",
  'Ann Example, Claims Department, Alpine Travel Insurance',
  'St. George Hospital, Inc.',
  'ann.example@alpine-travel-insurance.example.com',
  'ann example',
  'ANN EXAMPLE',
  'Maria del Carmen García de la Vega',
  'Dr. Ludwig van der Berg, Jr.',
  'Smith, Ann (Claims Desk)',
  'Hans-Peter O’Brien & Ann Wu',
  'ann.example1985@example.com',
  'Assistance Team 24',
  'Dr. med. Hans-Peter von der Heide',
  'Claims desk of Alpine Travel Insurance',
  'VIP travel assistance desk',
  'Alpine Travel Insurance Company of America',
  'Desk 4',
  'Ann / Claims: night shift',
  'Alpine 24/7',
  'Team A+ #3',
  '山田太郎 様',
])('accepts %s as a sender name', (name) => {
  expect(isSenderName(name)).toBe(true)
})

test.each([
  '',
  ' ',
  '123',
  'de\u2028la',
  '\u0301\u0301',
  'Ann\nBuy',
  'Ann\r\nBcc: eve@example.com',
  'Ann\tExample',
  'Ann\0',
  '\u202EnnA',
  'Ann\u200bExample',
  'Ann\ud800',
  'Ann <ann@example.com>',
  'Ann <b>Example</b>',
  'Ann (ann@example.com)',
  'a@b',
  'www.evil.example',
  'WWW.evil',
  'see evil.example now',
  'evil.com?',
  'Ann evil.com/path',
  'x.co',
  'еvil.рф',
  'evil．com',
  'evil。com',
  'http:evil',
  'https://evil',
  'https://192.168.0.1',
  'Ann at 192.168.0.1',
  '//evil',
  'javascript:alert(1)',
  'mailto:ann',
  'A'.repeat(101),
  `ann@${'a'.repeat(95)}.com`,
])('rejects %j as a sender name', (text) => {
  expect(isSenderName(text)).toBe(false)
})

const unseen = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\u0301']

test.each(unseen)('no unseen character (%j) hides a domain in a visitor’s texts', (character) => {
  const disguised = `See evil${character}.com`
  expect([isSubjectText(disguised), isNote(disguised, false), isSenderName(disguised)]).toEqual([
    false,
    false,
    false,
  ])
})

test('a note of signed-in users has links and emoji, but no hidden characters', () => {
  expect(isNote('See example.com ❤️', true)).toBe(true)
  expect(isNote('See exam\u200bple.com', true)).toBe(false)
})
