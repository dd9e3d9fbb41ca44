import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import { inTransaction } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { documentPath } from '../document-storage.ts'
import { addDocumentKey, openDocumentKeys } from './document-keys.ts'
import { openDocumentStorage } from './encrypted-storage.ts'
import { encryptDocuments, lockStoredDocument, startEncryption } from './encryption-worker.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
let keysFile: string

beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
  folder = await mkdtemp(join(tmpdir(), 'encryption-'))
  keysFile = join(folder, 'keys')
  await addDocumentKey(keysFile)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const open = () => openDocumentStorage(folder, undefined, { keys: openDocumentKeys(keysFile) })

test('encrypts the documents of a running portal, and logs those that it cannot read', async () => {
  const clear = openDocumentStorage(folder)
  const [first, damaged] = [await clear.put(Buffer.from('first')), await clear.put(Buffer.from('damaged'))]
  await writeFile(join(folder, documentPath(damaged)), 'changed')
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => lines.push(line) })
  const storage = open()
  const config = readConfig({ DATA_DIR: folder, DOCUMENTS_KEYS_FILE: keysFile })
  const worker = startEncryption(database.databaseContext.owner, config, log)
  await expect.poll(() => lines).toHaveLength(2)
  await worker.stop()
  expect(lines.join('')).toMatch(/"code":"[0-9a-f]{64}".*"document encryption failed"/)
  expect(lines[1]).toContain('documents encrypted')
  expect(await storage.findKeyId(first)).toBe(storage.currentKeyId())
  expect(String(await open().read(first))).toBe('first')
  await storage.remove(damaged)
})

test('leaves a document that is being removed, so that it does not come back', async () => {
  const { owner } = database.databaseContext
  const sha256 = await openDocumentStorage(folder).put(Buffer.from('erased'))
  await inTransaction(owner, async (db) => {
    await lockStoredDocument(db, sha256)
    expect(await encryptDocuments({ owner, storage: open() })).toMatchObject({ busy: 1, changed: 0 })
    await open().remove(sha256)
  })
  expect(await encryptDocuments({ owner, storage: open() })).toMatchObject({ busy: 0, changed: 0 })
  expect(await open().has(sha256)).toBe(false)
})
