import { expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { findContent, storeContent } from './content-store.ts'

const database = setUpDatabase()

const store = (key: string, html: string) =>
  storeContent(database.databaseContext.owner, key, html, { actor: 'test', videoHosts: [] })

test.each(['domestic', 'search/', '../search/x', 'search/x y', 'other/x'])(
  'rejects the content key "%s"',
  async (key) => {
    await expect(store(key, '<p>Hi</p>')).rejects.toThrow(`"${key}" is not a content key.`)
  },
)

test('returns nothing when nothing was stored', async () => {
  expect(await findContent(database.databaseContext.app, 'search/nowhere')).toBeUndefined()
})

test('returns the newest version, sanitized before storage', async () => {
  await store('search/coastal', '<p>First</p>')
  expect(await store('search/coastal', '<p>Second<script>1</script></p>')).toEqual({
    version: 2,
    changed: true,
    leftOut: ['script'],
  })
  expect(await findContent(database.databaseContext.app, 'search/coastal')).toBe('<p>Second</p>')
})

test('creates a new version only when the text changes', async () => {
  await store('home/alpine', '<p>First</p>')
  expect(await store('home/alpine', '<p>First</p>')).toMatchObject({ version: 1, changed: false })
  await store('home/alpine', '<p>Second</p>')
  expect(await store('home/alpine', '<p>First</p>')).toMatchObject({ version: 3, changed: true })
})

test('concurrent writes create two versions', async () => {
  const versions = await Promise.all([store('member/alpine', '<p>A</p>'), store('member/alpine', '<p>B</p>')])
  expect(versions.map(({ version }) => version).sort()).toEqual([1, 2])
})
