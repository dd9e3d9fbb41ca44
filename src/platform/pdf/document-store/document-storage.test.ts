import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openS3Server } from '#test-support/s3-server.ts'
import { type DocumentStorage, documentPath, hashBytes } from './document-storage.ts'
import { openDocumentStorage } from './document-store.ts'

const bytes = Buffer.from('%PDF of a case')
const sha256 = hashBytes(bytes)

let server: Awaited<ReturnType<typeof openS3Server>>
let folder: string

beforeAll(async () => {
  server = await openS3Server()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  server.objects.clear()
  server.requests.length = 0
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

async function collect(items: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const item of items) found.push(item)
  return found
}

const implementations = [
  {
    kind: 'a folder',
    open: () => openDocumentStorage(folder),
    overwrite: (hash: string, changed: Buffer) => writeFile(join(folder, documentPath(hash)), changed),
    lose: (hash: string) => rm(join(folder, documentPath(hash))),
  },
  {
    kind: 'an S3-compatible store',
    open: () => openDocumentStorage(folder, server.options),
    overwrite: async (hash: string, changed: Buffer) => void server.objects.set(documentPath(hash), changed),
    lose: async (hash: string) => void server.objects.delete(documentPath(hash)),
  },
]

describe.each(implementations)('$kind', ({ open, overwrite, lose }) => {
  let storage: DocumentStorage
  beforeEach(() => {
    storage = open()
  })

  test('returns what was stored, also to another process', async () => {
    expect(await storage.put(bytes)).toBe(sha256)
    expect(Buffer.from(await open().read(sha256))).toEqual(bytes)
    expect(await storage.has(sha256)).toBe(true)
    expect(await collect(open().list())).toEqual([sha256])
  })

  test('lists all documents and removes one', async () => {
    const stored = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => storage.put(Buffer.from(text))))
    expect((await collect(storage.list())).sort()).toEqual(stored.toSorted())
    await storage.remove(stored[0] ?? '')
    expect(await storage.has(stored[0] ?? '')).toBe(false)
    expect(await collect(storage.list())).toHaveLength(4)
  })

  test('reports a missing document', async () => {
    const missing = '0'.repeat(64)
    const error = { name: 'DocumentUnavailableError', fault: 'DocumentMissing', code: missing }
    await expect(storage.open(missing)).rejects.toMatchObject(error)
    await expect(storage.read(missing)).rejects.toMatchObject(error)
    expect(await storage.has(missing)).toBe(false)
    expect(await collect(storage.list())).toEqual([])
  })

  test.each([
    ['a changed byte', Buffer.from('%PDF of a cafe')],
    ['a missing end', bytes.subarray(0, 5)],
    ['no bytes', Buffer.alloc(0)],
  ])('never returns a document with %s, and repairs it when it is stored again', async (_fault, changed) => {
    await storage.put(bytes)
    await overwrite(sha256, changed)
    const error = { fault: 'DocumentDamaged', code: sha256 }
    await expect(open().open(sha256)).rejects.toMatchObject(error)
    await expect(storage.read(sha256)).rejects.toMatchObject(error)
    await storage.put(bytes)
    expect(Buffer.from(await open().read(sha256))).toEqual(bytes)
  })

  test('stores a staged document only when it is kept, even if it was lost after it had been read', async () => {
    await storage.put(bytes)
    await storage.open(sha256)
    await lose(sha256)
    const discarded = await storage.stage(bytes)
    expect(await readFile(discarded.path)).toEqual(bytes)
    await discarded.discard()
    expect(await storage.has(sha256)).toBe(false)
    const kept = await storage.stage(bytes)
    await kept.keep()
    await kept.discard()
    expect(await storage.has(sha256)).toBe(true)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile() && !file.parentPath.includes('documents'))).toEqual([])
  })

  test('can be reached and written', async () => {
    await storage.reach()
    await storage.tryToWrite()
    expect(await collect(storage.list())).toEqual([])
  })
})
