import { expect, test } from 'vitest'
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
