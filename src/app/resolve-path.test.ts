import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { staticPages } from './contract/static-page-paths.ts'
import { resolvePath } from './page-paths.ts'

let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each(['/nope', '/two/parts', '/constructor', '/cookies/more', '/publicDomestic'])(
  'finds no page at %s',
  async (path) => {
    expect(await resolvePath(portal.db, path)).toBe('none')
  },
)

test.each([
  ...Object.keys(staticPages),
  ...['/cookies/', '/Cookies', '/domestic-provider-search', '/domestic-provider-search/'],
  '/domestic-local-provider-search',
])('finds a page at %s', async (path) => {
  expect(await resolvePath(portal.db, path)).toBe('page')
})

test('recognizes a secure search', async () => {
  expect(await resolvePath(portal.db, '/domestic-secure-provider-search')).toBe('secure search')
})
