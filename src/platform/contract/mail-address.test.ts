import { expect, test } from 'vitest'
import { isAddress } from './mail-address.ts'

test.each(['ann@example.com', 'a.b+c_d@sub.example.co.uk', "o'neill@example.com", 'x@1e.museum'])(
  'accepts %s',
  (text) => {
    expect(isAddress(text)).toBe(true)
  },
)

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@example.c',
  'ann@-example.com',
  'ann..b@example.com',
  '.ann@example.com',
  'ann@example.com.',
  'ann@example.com,eve@example.com',
  'ann@example.com\n',
  'ann@example.com\r\nBcc: eve@example.com',
  'Ann <ann@example.com>',
  '"ann smith"@example.com',
  'ann@[127.0.0.1]',
  'änn@example.com',
  'bob%evil.com@example.com',
  'evil.com!bob@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'a.'.repeat(130)}com`,
])('rejects %j', (text) => {
  expect(isAddress(text)).toBe(false)
})

test('quickly rejects text crafted to cause slow matching', () => {
  expect(isAddress(`${'a'.repeat(60)}@${'a-'.repeat(5_000)}!`)).toBe(false)
})
