import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpS3Server } from '#test-support/s3-server.ts'
import { type DocumentStorage, documentPath, hashBytes } from './document-storage.ts'
import { openDocumentStorage } from './encryption/encrypted-storage.ts'

const bytes = Buffer.from('%PDF of a case')
const sha256 = hashBytes(bytes)

const s3 = setUpS3Server()

async function collect(items: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const item of items) found.push(item)
  return found
}

const key = { id: '0123456789abcdef', bytes: Buffer.alloc(32, 'key') }
const keys = { current: () => key, find: () => key }

const clear = [
  {
    kind: 'a folder',
    open: (encryption = {}) => openDocumentStorage(s3.folder, undefined, encryption),
    overwrite: (hash: string, changed: Buffer) => writeFile(join(s3.folder, documentPath(hash)), changed),
    lose: (hash: string) => rm(join(s3.folder, documentPath(hash))),
  },
  {
    kind: 'an S3-compatible store',
    open: (encryption = {}) => openDocumentStorage(s3.folder, s3.server.options, encryption),
    overwrite: async (hash: string, changed: Buffer) =>
      void s3.server.objects.set(documentPath(hash), changed),
    lose: async (hash: string) => void s3.server.objects.delete(documentPath(hash)),
  },
]
const encrypted = clear.map(({ kind, open, ...rest }) => ({
  ...rest,
  kind: `${kind}, encrypted`,
  open: () => open({ keys }),
}))

describe.each([...clear, ...encrypted])('$kind', ({ open, overwrite, lose }) => {
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
    const files = await readdir(s3.folder, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile() && !file.parentPath.includes('documents'))).toEqual([])
  })

  test('can be reached and written', async () => {
    await storage.reach()
    await storage.tryToWrite()
    expect(await collect(storage.list())).toEqual([])
  })
})
