import { expect, test } from 'vitest'
import { linkList } from './setting-schemas.ts'

test.each(['LinkedIn', 'https://example.com', 'LinkedIn javascript:alert(1)', 'Terms https://a.example,'])(
  'rejects "%s"',
  (text) => {
    expect(linkList.safeParse(text).success).toBe(false)
  },
)

test('parses each link into its label and address', () => {
  expect(
    linkList.parse('Privacy policy https://example.com/privacy, Terms  https://example.com/terms'),
  ).toEqual([
    { label: 'Privacy policy', url: 'https://example.com/privacy' },
    { label: 'Terms', url: 'https://example.com/terms' },
  ])
})
