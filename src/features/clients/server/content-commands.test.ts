import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addContentCommands } from './content-store.ts'

const database = setUpDatabase()
const folder = mkdtempSync(join(tmpdir(), 'portal-commands-'))
const inFolder = (name: string) => join(folder, name)

afterAll(() => rmSync(folder, { recursive: true }))

const addCommands: AddCommand = (program, open) =>
  addContentCommands(program, open, () => ['player.example.com'])
const run = (...words: string[]) => runCommand(database, addCommands, words)

test('refuses to show content that was never stored', async () => {
  await expect(run('content', 'show', 'search/none')).rejects.toThrow(
    'No content is stored under search/none.',
  )
})

test('stores and shows content and reports what was removed', async () => {
  writeFileSync(inFolder('intro.html'), '<p>Hello</p><script>1</script>')
  expect(await run('content', 'set', 'search/coastal-search', inFolder('intro.html'))).toBe(
    'Removed, because content cannot contain it or its source is not allowed: <script>.\n' +
      'search/coastal-search: version 1 stored and now live.\n',
  )
  expect(await run('content', 'show', 'search/coastal-search')).toBe('<p>Hello</p>\n')
})

test('stores the content of a member page in German next to the English one', async () => {
  writeFileSync(inFolder('english.html'), '<p>Hello</p>')
  writeFileSync(inFolder('german.html'), '<p>Hallo</p>')
  await run('content', 'set', 'member/coastal', inFolder('english.html'))
  expect(await run('content', 'set', 'member/coastal', inFolder('german.html'), '--language', 'de')).toBe(
    'member/coastal/de: version 1 stored and now live.\n',
  )
  expect(await run('content', 'show', 'member/coastal')).toBe('<p>Hello</p>\n')
  expect(await run('content', 'show', 'member/coastal', '--language', 'de')).toBe('<p>Hallo</p>\n')
})

test('refuses a language for other pages, and languages that member pages do not have', async () => {
  writeFileSync(inFolder('other.html'), '<p>Hallo</p>')
  await expect(
    run('content', 'set', 'home/coastal', inFolder('other.html'), '--language', 'de'),
  ).rejects.toThrow('home/coastal has only one language')
  await expect(
    run('content', 'set', 'member/coastal', inFolder('other.html'), '--language', 'fr'),
  ).rejects.toThrow()
})
