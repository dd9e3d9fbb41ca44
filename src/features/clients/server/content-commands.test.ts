import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { addContentCommands } from './content-store.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
const folder = mkdtempSync(join(tmpdir(), 'portal-commands-'))
const inFolder = (name: string) => join(folder, name)

beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

async function run(...words: string[]): Promise<string> {
  let printed = ''
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  const open = async () => ({ ...database.databaseContext, close: async () => {} })
  addContentCommands(program, open, () => ['player.example.com'])
  await program.parseAsync(words, { from: 'user' })
  return printed
}

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
