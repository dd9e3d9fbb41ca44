import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { setUpS3Server } from '#test-support/s3-server.ts'
import { type ChunkIndex, createChunkIndex } from './chunk-index.ts'
import { type DocumentService, extractForResponse, openDocumentService } from './document-service.ts'
import { type DocumentStorage, documentPath, hashBytes, StorageAwayError } from './document-storage.ts'
import { openDocumentStorage } from './encryption/encrypted-storage.ts'

const bytes = Buffer.from('%PDF of a case')
const sha256 = hashBytes(bytes)
/** Larger than one chunk. */
const large = Buffer.alloc(700_000, 'page ')

const s3 = setUpS3Server()

const open = () => openDocumentStorage(s3.folder, s3.server.options)

type Change = Partial<{ credentials: { accessKeyId: string; secretAccessKey: string }; location: object }>

test.each([
  ['is busy', [503, 503]],
  ['is silent', ['silence', 'silence']],
  ['fails', [500, 429]],
] as const)('retries a request twice if the store %s', async (_what, faults) => {
  await open().put(bytes)
  const storage = open()
  s3.server.failNext(...faults)
  expect(await storage.has(sha256)).toBe(true)
  s3.server.failNext('break off', 'stop')
  expect(Buffer.from(await storage.read(sha256))).toEqual(bytes)
  expect(s3.server.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
})

test('sends nothing to an endpoint without TLS in an AWS configuration file, if the rules refuse it', async () => {
  const { location, ...options } = s3.server.options
  const file = join(s3.folder, 'config')
  await writeFile(
    file,
    `[default]\nservices = own\n[services own]\ns3 =\n  endpoint_url = ${location.endpoint}\n`,
  )
  vi.stubEnv('AWS_CONFIG_FILE', file)
  const openAt = (refusesPlain: (host: string) => boolean) =>
    openDocumentStorage(s3.folder, {
      ...options,
      location: { ...location, endpoint: undefined },
      refusesPlain,
    })
  await expect(openAt((host) => host === '127.0.0.1').put(bytes)).rejects.toThrow(
    'The AWS configuration has an endpoint without TLS for the document store (127.0.0.1)',
  )
  expect(s3.server.requests).toEqual([])
  await openAt(() => false).put(bytes)
  expect(s3.server.objects.size).toBe(1)
})

test('gives up after three attempts and tells the operator what to check', async () => {
  s3.server.failNext(503, 'silence', 503)
  const error = await open()
    .read(sha256)
    .catch((error: Error) => error)
  expect(error).toBeInstanceOf(StorageAwayError)
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^The document store s3:\/\/documents at http.* cannot be used \(503\)\. Check/,
    ),
  })
  expect(s3.server.requests).toHaveLength(3)
})

test.each([
  ['a wrong secret', { credentials: { accessKeyId: 'portal', secretAccessKey: 'wrong' } }, '403'],
  ['a bucket that does not exist', { location: { bucket: 'other' } }, 'the bucket of s3://other at'],
  ['a store that is not running', { location: { endpoint: 'http://127.0.0.1:1' } }, 'ECONNREFUSED'],
] as const)(
  'does not take %s for a missing document',
  async (_what, { credentials, location }: Change, fault) => {
    const options = { ...s3.server.options, ...(credentials && { credentials }) }
    const storage = openDocumentStorage(s3.folder, {
      ...options,
      location: { ...options.location, ...location },
    })
    await expect(storage.reach()).rejects.toThrow(fault)
    await expect(storage.put(bytes)).rejects.toBeInstanceOf(StorageAwayError)
    await expect(storage.read(sha256)).rejects.toBeInstanceOf(StorageAwayError)
  },
)

test('fails at once for a while after all attempts have failed', async () => {
  const timeouts = { ...s3.server.options.timeouts, pauseMs: 60_000 }
  const storage = openDocumentStorage(s3.folder, { ...s3.server.options, timeouts })
  s3.server.failNext(503, 503, 503)
  await expect(storage.has(sha256)).rejects.toThrow('503')
  await expect(storage.has(sha256)).rejects.toThrow('503')
  expect(s3.server.requests).toHaveLength(3)
})

test('asks for encryption and stores below a prefix', async () => {
  const location = { ...s3.server.options.location, prefix: 'portal/a' }
  const encryption = { algorithm: 'aws:kms', key: 'key-1' } as const
  const storage = openDocumentStorage(s3.folder, { ...s3.server.options, location, encryption })
  await storage.put(bytes)
  expect([...s3.server.objects.keys()]).toEqual([`portal/a/${documentPath(sha256)}`])
  expect(s3.server.requests.find(({ method }) => method === 'PUT')?.headers).toMatchObject({
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-server-side-encryption-aws-kms-key-id': 'key-1',
  })
  expect(await storage.list()[Symbol.asyncIterator]().next()).toMatchObject({ value: sha256 })
})

test('reads only the needed bytes of a document that it has verified, and verifies them again', async () => {
  const hash = await open().put(large)
  const storage = open()
  await storage.open(hash)
  s3.server.requests.length = 0
  const { served } = await storage.open(hash)
  expect(Buffer.from((await served?.read(300_000, 300_010)) ?? '')).toEqual(large.subarray(300_000, 300_010))
  expect(s3.server.requests.map(({ range }) => range)).toEqual(['bytes=262144-524287'])
  const changed = Buffer.from(large)
  changed[699_999] = 0
  s3.server.objects.set(documentPath(hash), changed)
  await expect(served?.read(699_000, 699_010)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
  await expect(storage.open(hash)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
})

test('processes with the same index verify a document once, and a damaged part is found by each', async () => {
  const database = await cloneDatabase(inject('testServer'))
  onTestFinished(database.drop)
  const index = createChunkIndex(database.databaseContext.app)
  const openShared = () => openDocumentStorage(s3.folder, s3.server.options, { chunkIndex: index })
  const hash = await open().put(large)
  await openShared().open(hash)
  s3.server.requests.length = 0
  const { served } = await openShared().open(hash)
  expect(s3.server.requests).toEqual([])
  expect(Buffer.from((await served?.read(600_000, 600_010)) ?? '')).toEqual(large.subarray(600_000, 600_010))
  expect(s3.server.requests.map(({ range }) => range)).toEqual(['bytes=524288-699999'])
  const changed = Buffer.from(large)
  changed[10] = 0
  s3.server.objects.set(documentPath(hash), changed)
  const other = await openShared().open(hash)
  await expect(other.served?.read(0, 20)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
  await expect(openShared().read(hash)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
})

test.each([
  ['stored', (storage: DocumentStorage) => storage.put(large)],
  ['staged and kept', (storage: DocumentStorage) => storage.stage(large).then((staged) => staged.keep())],
  ['stored twice', async (storage: DocumentStorage) => [await open().put(large), await storage.put(large)]],
])('the first opening of a document that was %s reads only what it needs', async (_how, store) => {
  const database = await cloneDatabase(inject('testServer'))
  onTestFinished(database.drop)
  const index = createChunkIndex(database.databaseContext.app)
  const openShared = () => openDocumentStorage(s3.folder, s3.server.options, { chunkIndex: index })
  await store(openShared())
  s3.server.requests.length = 0
  const { served } = await openShared().open(hashBytes(large))
  expect(Buffer.from((await served?.read(300_000, 300_010)) ?? '')).toEqual(large.subarray(300_000, 300_010))
  expect(s3.server.requests.map(({ range }) => range)).toEqual(['bytes=262144-524287'])
})

test('an index never keeps what is not verified', async () => {
  const saved: string[] = []
  const index: ChunkIndex = { find: async () => undefined, save: async (hash) => void saved.push(hash) }
  const storage = openDocumentStorage(s3.folder, s3.server.options, { chunkIndex: index })
  s3.server.objects.set(documentPath(sha256), Buffer.from('%PDF of a cafe'))
  await expect(storage.open(sha256)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
  expect(saved).toEqual([])
  s3.server.objects.set(documentPath(sha256), bytes)
  await storage.open(sha256)
  expect(saved).toEqual([sha256])
})

describe('when pages are extracted', () => {
  const reader = { reportUnavailable: () => {}, abortSignal: new AbortController().signal }
  const extract = async (hash: string, page: number) => {
    const part = { sha256: hash, first: page, last: page }
    const { pieces } = await extractForResponse(documentService, reader, {
      parts: [part],
      title: 'Record',
      author: 'Portal',
    })
    return buffer(pieces)
  }
  const temporary = join(tmpdir(), `extracts-${process.pid}`)
  let documentService: DocumentService
  beforeAll(() => {
    documentService = openDocumentService(temporary, { s3: s3.server.options })
  })
  afterAll(() => {
    documentService.close()
    return rm(temporary, { recursive: true, force: true })
  })

  test('transfers a part of a large file, and the worker needs no access to the store', async () => {
    const hash = await documentService.storage.put(await pdfWithAttachment())
    await extract(hash, 1)
    s3.server.requests.length = 0
    expect(await extractTexts(await extract(hash, 2))).toEqual(['Page 2'])
    const transferred = s3.server.requests.reduce((sum, { range = '' }) => {
      const [from = 0, to = 0] = range.match(/\d+/g)?.map(Number) ?? []
      return sum + to - from + 1
    }, 0)
    expect(transferred).toBeGreaterThan(0)
    expect(transferred).toBeLessThan(1 << 20)
  })

  test('reports a document that is lost or damaged while its pages are read, and reads the next', async () => {
    const hash = await documentService.storage.put(await makePdf(['Page 1', 'Page 2']))
    s3.server.objects.delete(documentPath(hash))
    await expect(extract(hash, 1)).rejects.toMatchObject({ status: 404 })
    const other = await documentService.storage.put(await makePdf(['Page 1']))
    s3.server.objects.set(
      documentPath(other),
      Buffer.alloc(s3.server.objects.get(documentPath(other))?.length ?? 0),
    )
    await expect(extract(other, 1)).rejects.toMatchObject({ status: 404 })
    await documentService.storage.put(await makePdf(['Page 1', 'Page 2']))
    expect(await extractTexts(await extract(hash, 2))).toEqual(['Page 2'])
  })

  test('reports a store that is away while a document is opened, and while its pages are read', async () => {
    const hash = await openDocumentStorage(temporary, s3.server.options).put(await makePdf(['Page 1']))
    s3.server.failNext(503, 503, 503)
    await expect(extract(hash, 1)).rejects.toBeInstanceOf(StorageAwayError)
    await documentService.storage.open(hash)
    s3.server.failNext(503, 503, 503)
    await expect(extract(hash, 1)).rejects.toBeInstanceOf(StorageAwayError)
    expect(await extractTexts(await extract(hash, 1))).toEqual(['Page 1'])
  })
})

/** A PDF of two pages and 8 MB that do not belong to them. */
async function pdfWithAttachment() {
  const document = await PDFDocument.load(await makePdf(['Page 1', 'Page 2']))
  await document.attach(Buffer.alloc(8 << 20, 'not compressed'), 'attachment.bin')
  return document.save({ useObjectStreams: false })
}
