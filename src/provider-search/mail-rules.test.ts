import { expect, test } from 'vitest'
import { isSenderName } from './mail-rules.ts'

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
  'A'.repeat(61),
  'Desk 4',
  'Ann / Claims',
  'Call Evil Bank For Refund',
  'you-won-a-prize.go-now@example.com',
  'ann@you-won-a-prize-today.example.com',
  `ann@${'a'.repeat(55)}.com`,
  'Call 305 555 0100',
  'Ann 555-0100',
  '٣٠٥٥٥٥٠١٠٠ Ann',
  '305-555-0100@example.com',
  'Your policy was cancelled',
  'your account is locked',
  'YOUR ACCOUNT IS LOCKED',
  'Your Bill Is Due Today At Noon',
  'Ann. Please pay at once',
  'Payment. Now',
  'de la',
  '\u0301\u0301',
  '请立即致电我们的办公室付款',
])('%j is none', (text) => {
  expect(isSenderName(text)).toBe(false)
})
