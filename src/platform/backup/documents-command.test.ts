import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { useKeys } from '#test-support/column-fixture.ts'
import { openS3Server } from '#test-support/s3-server.ts'
import { execute, inTransaction, queryRow, queryRows, sql } from '../db/database.ts'
import { createChunkIndex } from '../pdf/document-service/chunk-index.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { openDocumentKeys } from '../pdf/document-service/encryption/document-keys.ts'
import { openDocumentStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { addDocumentsCommands } from './documents-command.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let server: Awaited<ReturnType<typeof openS3Server>>
let sha256: string
let original: Buffer
/** What DOCUMENTS_KEYS_FILE names. */
let keysFile: string | undefined

const pathOf = (hash: string) => join(portal.config.DATA_DIR, documentPath(hash))
const toStore = ['documents', 'move', '--from', 'folder', '--to', 'store']

beforeAll(async () => {
  portal = await openCasePortal()
  server = await openS3Server()
  ;[sha256 = ''] = await portal.asOwner(listDocumentHashes)
  original = await readFile(pathOf(sha256))
})
beforeEach(async () => {
  keysFile = undefined
  server.objects.clear()
  await writeFile(pathOf(sha256), original)
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

/** Runs a command and returns its output and exit code. */
async function run(words: string[], onPrint?: (printed: string) => void) {
  let printed = ''
  const program = new Command('portal').exitOverride().configureOutput({
    writeOut(text) {
      printed += text
      onPrint?.(printed)
    },
    writeErr: () => {},
  })
  const keys = keysFile && existsSync(keysFile) ? openDocumentKeys(keysFile) : undefined
  const folder = openDocumentStorage(portal.config.DATA_DIR, undefined, { keys })
  const store = openDocumentStorage(portal.config.DATA_DIR, server.options, { keys })
  const openAsIs = async () => ({ ...portal.databaseContext, close: async () => {} })
  addDocumentsCommands(program, {
    open: openAsIs,
    openAsIs,
    namedDocuments: listDocumentHashes,
    openStorage: () => store,
    openPlaces: (chunkIndex) => ({
      folder,
      store: openDocumentStorage(portal.config.DATA_DIR, server.options, { keys, chunkIndex }),
    }),
    keysFile: () => keysFile,
  })
  await program.parseAsync(words, { from: 'user' })
  return { printed, code: process.exitCode }
}

test('a dry run only says what would be copied', async () => {
  const { printed } = await run([...toStore, '--dry-run'])
  expect(printed).toMatch(
    /^Would copy 1 document to s3:.*; 0 documents are already there\. Nothing was changed\.\n$/,
  )
  expect(server.objects.size).toBe(0)
})

test('copies documents to a store and back, continues, and audits each move', async () => {
  expect((await run(toStore)).printed).toMatch(/^Copied 1 document to s3:.*; 0 documents were already there/)
  expect(server.objects.get(documentPath(sha256))).toEqual(original)
  expect((await run(toStore)).printed).toMatch(/^Copied 0 documents to s3:.*; 1 document was already there/)
  const events = sql`select count(*)::int as moves from audit_event where action = 'documents moved'`
  expect(await queryRow(portal.databaseContext.owner, z.object({ moves: z.number() }), events)).toEqual({
    moves: 2,
  })
  await run([...toStore, '--remove-originals'])
  expect(await readdir(join(pathOf(sha256), '..'))).toEqual([])
  await run(['documents', 'move', '--from', 'store', '--to', 'folder'])
  expect(await readFile(pathOf(sha256))).toEqual(original)
})

test('saves what the first opening of a moved document needs, so that it reads only parts of it', async () => {
  await run(toStore)
  server.requests.length = 0
  const chunkIndex = createChunkIndex(portal.databaseContext.app)
  const store = openDocumentStorage(portal.config.DATA_DIR, server.options, { chunkIndex })
  expect((await store.open(sha256)).served).toMatchObject({ size: original.length })
  expect(server.requests).toEqual([])
})

test('waits for an erasure, so that an erased document is not copied', async () => {
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  let moving: ReturnType<typeof run> | undefined
  await inTransaction(portal.databaseContext.owner, async (db) => {
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('erasure'))`)
    moving = run(toStore, (printed) => printed.includes('Waiting for an erasure') && resolve())
    await isWaiting
    expect(server.objects.size).toBe(0)
  })
  expect((await moving)?.printed).toContain('Copied 1 document')
})

test('replaces a damaged copy, and keeps an original that cannot be copied', async () => {
  server.objects.set(documentPath(sha256), Buffer.from('damaged'))
  expect((await run(toStore)).printed).toContain('Copied 1 document')
  await writeFile(pathOf(sha256), 'damaged')
  server.objects.clear()
  const { printed, code } = await run([...toStore, '--remove-originals'])
  expect(printed).toContain(`Missing or damaged in both places (1 document): ${sha256}.`)
  expect(code).toBe(3)
  expect(await readFile(pathOf(sha256), 'utf8')).toBe('damaged')
})

test('verifies every document', async () => {
  await run(toStore)
  expect((await run(['documents', 'verify'])).printed).toMatch(
    /^Every document that the database names \(1\) is complete and undamaged in s3:/,
  )
  server.objects.set(documentPath(sha256), Buffer.from(original).fill(0, 100, 101))
  const { printed, code } = await run(['documents', 'verify'])
  expect(printed).toContain(`(1 of 1 document): ${sha256}.`)
  expect(code).toBe(3)
})

test('stops when the store is away, without taking documents for lost', async () => {
  server.failNext(503, 503, 503)
  await expect(run(['documents', 'verify'])).rejects.toThrow('cannot be used (503)')
  await rm(pathOf(sha256))
  await expect(run(['documents', 'move', '--from', 'store', '--to', 'store'])).rejects.toThrow(
    'name the same place',
  )
})

test('encrypts the stored documents, also with a new key, moves them, and counts them by key', async () => {
  await expect(run(['documents', 'rotate-key'])).rejects.toThrow('Set DOCUMENTS_KEYS_FILE')
  await run(toStore)
  keysFile = join(portal.config.DATA_DIR, 'document-keys')
  const rotate = async () => {
    const { printed } = await run(['documents', 'rotate-key'])
    expect(printed).toContain('until neither "documents keys" nor "columns keys" lists them')
    return /new key ([0-9a-f]{16})\./.exec(printed)?.[1]
  }
  const first = await rotate()
  expect((await run(['documents', 'keys'])).printed).toBe('In clear text: 1 document\n')
  expect((await run(['documents', 'encrypt'])).printed).toBe(
    `Stored 1 document again with the key ${first}; 0 documents were already so.\n`,
  )
  expect(server.objects.get(documentPath(sha256))?.includes('%PDF')).toBe(false)
  const second = await rotate()
  expect((await run(['documents', 'keys'])).printed).toBe(`Key ${first}: 1 document\n`)
  await run(['documents', 'encrypt'])
  expect((await run(['documents', 'encrypt'])).printed).toContain('1 document was already so')
  expect((await run(['documents', 'keys'])).printed).toBe(`Key ${second} (current): 1 document\n`)
  await rm(pathOf(sha256))
  await run(['documents', 'move', '--from', 'store', '--to', 'folder'])
  expect((await readFile(pathOf(sha256))).includes('%PDF')).toBe(false)
  expect((await run(['documents', 'verify'])).printed).toMatch(/^Every document/)
  const events = sql`select count(*)::int as found from audit_event where action in ('documents encrypted', 'document key rotated')`
  expect(await queryRow(portal.databaseContext.owner, z.object({ found: z.number() }), events)).toEqual({
    found: 5,
  })
  await rm(keysFile)
  expect((await run(['documents', 'keys'])).printed).toContain('(not in DOCUMENTS_KEYS_FILE, unreadable)')
  await expect(run(['documents', 'verify'])).rejects.toThrow(`with the key ${second}, which the portal`)
})

test('records a new key for encrypted columns at once', async () => {
  keysFile = join(portal.config.DATA_DIR, 'column-keys')
  const listRecorded = () =>
    queryRows(portal.databaseContext.owner, z.object({ id: z.string() }), sql`select id from column_key`)
  await useKeys(portal.databaseContext, keysFile, false)
  await run(['documents', 'rotate-key'])
  expect(await listRecorded()).toEqual([])
  const keys = await useKeys(portal.databaseContext, keysFile)
  await run(['documents', 'rotate-key'])
  expect(await listRecorded()).toContainEqual({ id: keys.current('text')?.id })
  expect(await listRecorded()).toHaveLength(2)
  await rm(keysFile)
  await useKeys(portal.databaseContext, undefined, false)
})

test('reports documents that cannot be encrypted, and waits with those that an erasure may remove', async () => {
  await run(toStore)
  keysFile = join(portal.config.DATA_DIR, 'document-keys')
  await run(['documents', 'rotate-key'])
  await inTransaction(portal.databaseContext.owner, async (db) => {
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('erasure'))`)
    expect((await run(['documents', 'encrypt'])).printed).toContain('1 document is in use by another process')
  })
  server.objects.set(documentPath(sha256), Buffer.from('damaged'))
  const { printed, code } = await run(['documents', 'encrypt'])
  expect(printed).toContain(`their key is missing (1 document): ${sha256}.`)
  expect(code).toBe(3)
  await rm(keysFile)
})
