import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { writeManifest } from '../backup/backup-folder.ts'
import { timeAgo } from '../contract/clock.ts'
import { execute, sql } from '../db/database.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { addDocumentKey, openDocumentKeys } from '../pdf/document-service/encryption/document-keys.ts'
import { openDocumentStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { checkBackups, checkDocuments, checkVersions, judgeSpace } from './machine-checks.ts'

const database = setUpDatabase()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-machine-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('reports a Node.js that is too old', () => {
  expect(checkVersions('1.0.0', '18.1', '22.4.0').status).toBe('failed')
})

test('reports documents that are missing and, if asked, those that are damaged', async () => {
  const store = openDocumentStorage(folder)
  const [whole, damaged] = [await store.put(Buffer.from('whole')), await store.put(Buffer.from('damaged'))]
  await writeFile(join(folder, documentPath(damaged)), 'changed')
  const missing = 'f'.repeat(64)
  const check = (names: string[], isComplete: boolean) =>
    checkDocuments(database.databaseContext, {
      storage: openDocumentStorage(folder),
      namedDocuments: async () => names,
      isComplete,
    })
  expect(await check([whole, damaged], false)).toMatchObject({ status: 'ok' })
  expect(await check([whole], true)).toMatchObject({ status: 'ok' })
  expect(await check([whole, missing], false)).toMatchObject({
    status: 'failed',
    found: `Missing or damaged (1 of 2 documents): ${missing}.`,
  })
  expect((await check([whole, damaged, missing], true)).found).toContain(`${missing} and ${damaged}`)
  expect((await check([whole, missing], false)).advice).toContain('documents accept-missing 1')
  const { owner } = database.databaseContext
  await execute(owner, sql`insert into missing_document (sha256, accepted_at) values (${missing}, now())`)
  expect(await check([whole, missing], true)).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/^All 1 document .* Accepted as lost: 1 document\.$/),
  })
})

test('reports documents without the current key, and a key that is missing', async () => {
  const path = join(folder, 'document-keys')
  const clear = await openDocumentStorage(folder).put(Buffer.from('clear'))
  await addDocumentKey(path)
  const open = () => openDocumentStorage(folder, undefined, { keys: openDocumentKeys(path) })
  const encrypted = await open().put(Buffer.from('encrypted'))
  const check = (storage: ReturnType<typeof open>) => {
    const namedDocuments = async () => [clear, encrypted]
    return checkDocuments(database.databaseContext, { storage, namedDocuments, isComplete: true })
  }
  expect(await check(open())).toMatchObject({
    status: 'warning',
    found: '1 of 2 documents are not yet encrypted with the current key.',
  })
  await open().reencrypt(clear)
  expect(await check(open())).toMatchObject({ status: 'ok' })
  expect(await check(openDocumentStorage(folder))).toMatchObject({
    status: 'failed',
    found: expect.stringMatching(/^The key \w{16} is missing, which encrypts 2 of 2/),
  })
})

test('reports a folder of documents that is not writable', async () => {
  await writeFile(join(folder, 'documents'), 'a file')
  const source = { storage: openDocumentStorage(folder), namedDocuments: async () => [], isComplete: false }
  expect((await checkDocuments(database.databaseContext, source)).found).toContain('is not writable (E')
})

test.each([
  [50e9, 100e9, 'ok'],
  [6e9, 1000e9, 'ok'],
  [3e9, 100e9, 'warning'],
  [0.4e9, 100e9, 'failed'],
  [0.4e9, 4e9, 'ok'],
])('judges %d free bytes of %d as %s', (free, total, status) => {
  expect(judgeSpace(free, total).status).toBe(status)
})

test('reports backups that are missing, unreadable, old or unfinished', async () => {
  expect(await checkBackups(join(folder, 'none'), 26)).toMatchObject({ status: 'failed' })
  expect(await checkBackups(folder, 26)).toMatchObject({ found: `${folder} has no complete backup.` })
  await addBackup('old', 30)
  expect(await checkBackups(folder, 26)).toMatchObject({
    status: 'failed',
    found: `${folder}/old is 30 hours old.`,
  })
  expect(await checkBackups(folder, 31)).toMatchObject({ status: 'ok' })
  await addBackup('new', 2)
  expect(await checkBackups(folder, 26)).toMatchObject({
    status: 'ok',
    found: `${folder}/new is 2 hours old.`,
  })
  await mkdir(join(folder, 'later.unfinished'))
  expect(await checkBackups(folder, 26)).toMatchObject({ status: 'warning' })
  await writeFile(join(folder, 'new', 'manifest.json'), '{}')
  expect(await checkBackups(folder, 26)).toMatchObject({ status: 'failed' })
})

async function addBackup(name: string, hours: number) {
  const empty = { format: 1, server: '18', migrations: ['0001'], tables: [], sequences: [] }
  const madeAt = timeAgo(hours * 3_600_000 + 60_000).toISOString()
  const documents = { count: 0, sha256: '0'.repeat(64), missing: [] }
  await mkdir(join(folder, name))
  await writeManifest(join(folder, name), { ...empty, madeAt, documents })
}
