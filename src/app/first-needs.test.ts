import { expect, test } from 'vitest'
import { reservedKeys } from '#provider-search/server/directory-schema.ts'
import { plainPages } from './contract/plain-pages.ts'
import { firstNeedsOf } from './first-needs.ts'

test.each(['/', '/error', '/developers', '/two/parts', '/%22%3E'])('%s makes no calls ahead', (path) => {
  expect(firstNeedsOf(path).calls).toEqual([])
})

test('a provider search is described while its page is on its way', () => {
  expect(firstNeedsOf('/domestic-provider-search')).toEqual({
    source: 'src/app/web/pages/search-page.tsx',
    calls: ['/api/info/domestic-provider-search', '/api/provider-search-detail/domestic-provider-search'],
  })
})

test('no search can take the address of a page', () => {
  const words = Object.keys(plainPages).map((path) => path.split('/')[1])
  expect(words.filter((word) => word && !reservedKeys.has(word))).toEqual([])
})
