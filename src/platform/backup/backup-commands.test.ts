import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBackupFixture } from '#test-support/backup-fixture.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { openDocumentStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { addBackupCommands } from './backup-commands.ts'
import { openBackup } from './backup-folder.ts'

let fixture: Awaited<ReturnType<typeof createBackupFixture>>

beforeAll(async () => {
  fixture = await createBackupFixture()
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(() => fixture.close())

/** Runs a command and returns its output and exit code. */
async function run(...words: string[]) {
  let printed = ''
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  addBackupCommands(program, {
    ...fixture.source,
    openAsIs: async () => ({ ...fixture.portal.databaseContext, close: async () => {} }),
    openStorage: () => openDocumentStorage(fixture.portal.config.DATA_DIR),
  })
  await program.parseAsync(words, { from: 'user' })
  return { printed, code: process.exitCode }
}

test('requires the name of a folder', async () => {
  await expect(run('backup')).rejects.toThrow("missing required argument 'folder'")
  await expect(run('restore')).rejects.toThrow("missing required argument 'folder'")
})

test('reports what a backup saved and checks it without a database', async () => {
  const folder = join(fixture.root, 'whole')
  const made = await run('backup', folder)
  expect(made.printed).toMatch(/^Backed up [\d,]+ rows in \d+ tables and 1 document to .*whole\.\n$/)
  expect(made.code).toBe(0)
  const checked = await run('restore', folder, '--check')
  expect(checked.printed).toMatch(/^The backup .*whole is complete and undamaged: [\d,]+ rows/)
})

test('a check detects a document missing from the backup', async () => {
  const folder = join(fixture.root, 'gone')
  await run('backup', folder)
  const [document = ''] = (await openBackup(folder)).documents
  await rm(join(folder, documentPath(document)))
  await expect(run('restore', folder, '--check')).rejects.toThrow(
    `${document.slice(2)}.pdf is missing or damaged`,
  )
})

test('a backup names the documents that the store had lost and exits with code 3', async () => {
  const { documents } = await openBackup(await fixture.backup('before'))
  const [document = ''] = documents
  await rm(join(fixture.portal.config.DATA_DIR, documentPath(document)))
  const { printed, code } = await run('backup', join(fixture.root, 'after'))
  expect(printed).toContain(`One document is missing or damaged and could not be backed up: ${document}`)
  expect(code).toBe(3)
  const checked = await run('restore', join(fixture.root, 'after'), '--check')
  expect(checked.printed).toContain(
    `One document is named in the database but not in the backup: ${document}. Import their cases again.`,
  )
  expect(checked.printed).not.toContain('complete')
  expect(checked.code).toBe(3)
})
