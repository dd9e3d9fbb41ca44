import { expect, test } from 'vitest'
import { isSenderName } from './mail-rules.ts'

test.each([
  'Ann Example',
  'J.R. O’Neill-Smith',
  'Zoë Müller (Claims)',
  'Ωμέγα',
  '王小明',
  'ann@example.com',
  'Desk 4',
])('%s is a name to send under', (name) => {
  expect(isSenderName(name)).toBe(true)
})

test.each([
  '',
  ' ',
  '123',
  'www.evil.example',
  'see evil.example now',
  'https://evil',
  'Ann\nBuy',
  'Ann <ann@example.com>',
  'a@b',
  '\u202EnnA',
  'A'.repeat(81),
])('%j is none', (text) => {
  expect(isSenderName(text)).toBe(false)
})
