import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#test-support/run-command.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addDirectoryCommands } from './directory-commands.ts'

const database = setUpDatabase()
const folder = mkdtempSync(join(tmpdir(), 'portal-commands-'))
const inFolder = (name: string) => join(folder, name)

afterAll(() => rmSync(folder, { recursive: true }))

const run = (...words: string[]) => runCommand(database, addDirectoryCommands, words)

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
