import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
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
  ...Object.keys(staticPages).filter((path) => !path.startsWith('/confirm-eligibility')),
  '/cookies/',
  '/Cookies',
  '/domestic-provider-search',
  '/domestic-provider-search/',
  '/domestic-local-provider-search',
])('finds a page at %s', async (path) => {
  expect(await resolvePath(portal.db, path)).toBe('page')
})

test('recognizes a secure search', async () => {
  expect(await resolvePath(portal.db, '/domestic-secure-provider-search')).toBe('secure search')
})

test('finds the page for providers only of clients with ID cards', async () => {
  await addClient(portal, 'alpine', ['ALP1'])
  await addMember(portal, 'alpine-member', 'alpine', { showIdCard: true })
  await addClient(portal, 'lagoon', ['LAG1'])
  const resolve = (clientId: string) => resolvePath(portal.db, `/confirm-eligibility/${clientId}`)
  expect(await resolve('alpine')).toBe('page')
  for (const clientId of ['lagoon', 'nobody', 'ALPINE', '%F0%9F%98%80', "alpine'", ''])
    expect(await resolve(clientId), clientId).toBe('none')
})
