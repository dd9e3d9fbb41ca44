import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { addContentCommands } from './content-commands.ts'

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

test('content that was never stored is not shown', async () => {
  await expect(run('content', 'show', 'search/none')).rejects.toThrow(
    'There is no content under search/none.',
  )
})

test('content is stored, told what was left out, and shown', async () => {
  writeFileSync(inFolder('intro.html'), '<p>Hello</p><script>1</script>')
  expect(await run('content', 'set', 'search/coastal-search', inFolder('intro.html'))).toBe(
    'Left out, because content may not have it, or not from there: <script>.\n' +
      'search/coastal-search: version 1 is stored and shows from now on.\n',
  )
  expect(await run('content', 'show', 'search/coastal-search')).toBe('<p>Hello</p>\n')
})
