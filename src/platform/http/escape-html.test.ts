import { expect, test } from 'vitest'
import { escapeHtml } from './html-template.ts'

test('escaped text cannot leave its tag or its quotes', () => {
  expect(escapeHtml(`</b><script>"'&amp;`)).toBe('&lt;/b&gt;&lt;script&gt;&quot;&#39;&amp;amp;')
})
