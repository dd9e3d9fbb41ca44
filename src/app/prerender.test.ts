import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { prerender } from './page-paths.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
const store = (key: string, html: string) =>
  portal.insert('content', { key: `search/${key}`, version: 99, html, stored_at: '2026-01-01' })

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test.each(['/error', '/developers', '/nowhere', '/two/parts'])('prerenders nothing for %s', async (path) => {
  expect(await prerender(portal.db, path, 'Company')).toBe('')
})

test('prerenders the welcome of the start page', async () => {
  expect(await prerender(portal.db, '/', 'Ann & Co.')).toMatch(
    /^<div class="start"><h1>Welcome to Ann &amp; Co\.<\/h1><p>Find a doctor.*<\/p><\/div>$/,
  )
})

test('prerenders nothing for a restricted search', async () => {
  await store('domestic-local-provider-search', '<p>For our own places</p>')
  expect(await prerender(portal.db, '/domestic-local-provider-search', 'Company')).toBe('')
})

test('prerenders the title and the sanitized introduction of a public search', async () => {
  await store('domestic-provider-search', '<p onclick="run()">Welcome<script>run()</script></p>')
  expect(await prerender(portal.db, '/domestic-provider-search', 'Company')).toBe(
    '<h1>Domestic Provider Search</h1><div class="written"><p>Welcome</p></div>',
  )
  await store('international-provider-search', '<p>Abroad</p>')
  expect(await prerender(portal.db, '/international-provider-search', 'Company')).toBe(
    '<h1>International Provider Search</h1><div class="written abroad"><p>Abroad</p></div>',
  )
})
