import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservedKeys } from '#provider-search/server/directory/directory-schema.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { staticPages } from './contract/static-page-paths.ts'
import { findSource, preloadRequests } from './page-paths.ts'

let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each([
  '/error',
  '/developers',
  '/home',
  '/two/parts',
  '/%22%3E',
  '/nowhere-provider-search',
  '/domestic-secure-provider-search',
])('preloads no API data for %s', async (path) => {
  expect(await preloadRequests(portal.db, path)).toEqual([])
})

test('preloads the API data of a provider search', async () => {
  expect(findSource('/domestic-provider-search')).toBe('src/app/web/pages/search-page.tsx')
  expect(await preloadRequests(portal.db, '/domestic-provider-search')).toEqual([
    '/api/info/domestic-provider-search',
    '/api/provider-search-detail/domestic-provider-search',
  ])
})

test('preloads the search settings and the figures of the start page', async () => {
  expect(await preloadRequests(portal.db, '/')).toEqual([
    '/api/info/domestic-provider-search',
    '/api/directory-figures',
  ])
})

test('no search key equals a page path', () => {
  const words = Object.keys(staticPages).map((path) => path.split('/')[1])
  expect(words.filter((word) => word && !reservedKeys.has(word))).toEqual([])
})
