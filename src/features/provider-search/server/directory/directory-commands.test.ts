import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { addDirectoryCommands } from './directory-commands.ts'

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
  addDirectoryCommands(program, open)
  await program.parseAsync(words, { from: 'user' })
  return printed
}

test('an import without a file is a usage error', async () => {
  await expect(run('directory', 'import')).rejects.toThrow("missing required argument 'file'")
})

test('import reports a missing file', async () => {
  await expect(run('directory', 'import', inFolder('none.yaml'))).rejects.toThrow(
    `File not found: ${inFolder('none.yaml')}.`,
  )
})

test('export reports a missing folder', async () => {
  const file = inFolder('none/directory.yaml')
  await expect(run('directory', 'export', file)).rejects.toThrow(
    `The file ${file} cannot be written (ENOENT).`,
  )
})

test('import reports the change to each entry', async () => {
  writeFileSync(
    inFolder('coastal.yaml'),
    `networks: [{ code: coastal, label: Coastal Network, family: domestic }]
definitions: [{ key: coastal-search, code: coastal, title: Coast, access: public, unit: km, networks: [coastal] }]`,
  )
  expect(await run('directory', 'import', inFolder('coastal.yaml'))).toBe(
    'Network coastal: added\nDefinition coastal-search: added\n2 added, 0 changed, 0 unchanged.\n',
  )
})

test('export prints to stdout or writes a file', async () => {
  const printed = await run('directory', 'export')
  expect(await run('directory', 'export', inFolder('all.yaml'))).toBe('')
  expect(readFileSync(inFolder('all.yaml'), 'utf8')).toBe(printed)
  expect(await run('directory', 'import', inFolder('all.yaml'))).toContain('0 added, 0 changed')
})
