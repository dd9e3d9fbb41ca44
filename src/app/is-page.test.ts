import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#testing/portal.ts'
import { plainPages } from './contract/plain-pages.ts'
import { isPage } from './is-page.ts'

let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each(['/nope', '/two/parts', '/constructor', '/cookies/more', '/publicDomestic'])(
  'there is no page at %s',
  async (path) => {
    expect(await isPage(portal.db, path)).toBe(false)
  },
)

test.each([
  ...Object.keys(plainPages),
  ...['/cookies/', '/Cookies', '/domestic-provider-search', '/domestic-provider-search/'],
  ...['/domestic-secure-provider-search', '/domestic-local-provider-search'],
])('there is a page at %s', async (path) => {
  expect(await isPage(portal.db, path)).toBe(true)
})
