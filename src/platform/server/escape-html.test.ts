import { expect, test } from 'vitest'
import { escaped } from './escape-html.ts'

test('a text cannot leave its tags nor its quotes', () => {
  expect(escaped(`</b><script>"'&amp;`)).toBe('&lt;/b&gt;&lt;script&gt;&quot;&#39;&amp;amp;')
})
