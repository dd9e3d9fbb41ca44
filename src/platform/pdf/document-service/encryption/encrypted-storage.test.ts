import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { setUpS3Server } from '#test-support/s3-server.ts'
import { extractForResponse, openDocumentService } from '../document-service.ts'
import { documentPath, hashBytes } from '../document-storage.ts'
import { addDocumentKey, openDocumentKeys } from './document-keys.ts'
import { openDocumentStorage } from './encrypted-storage.ts'

const chunk = 64 * 1024
const stored = { header: 91, chunk: chunk + 16 }
/** Three chunks, the last one short. */
const bytes = randomBytes(2 * chunk + 5_000)
const sha256 = hashBytes(bytes)

const s3 = setUpS3Server()
const keyFile = () => join(s3.folder, 'keys')
const keys = () => openDocumentKeys(keyFile())

const places = [
  {
    kind: 'a folder',
    s3: () => undefined,
    readStored: (hash = sha256) => readFile(join(s3.folder, documentPath(hash))),
    overwrite: (changed: Buffer, hash = sha256) => writeFile(join(s3.folder, documentPath(hash)), changed),
  },
  {
    kind: 'an S3-compatible store',
    s3: () => s3.server.options,
    readStored: async (hash = sha256) => Buffer.from(s3.server.objects.get(documentPath(hash)) ?? ''),
    overwrite: async (changed: Buffer, hash = sha256) =>
      void s3.server.objects.set(documentPath(hash), changed),
  },
]

beforeEach(async () => {
  await addDocumentKey(keyFile())
})

describe.each(places)('encrypted documents in $kind', ({ s3: options, readStored, overwrite }) => {
  const open = () => openDocumentStorage(s3.folder, options(), { keys: keys() })
  const openClear = () => openDocumentStorage(s3.folder, options())
  const readRange = async (storage: ReturnType<typeof open>, from: number, to: number) =>
    Buffer.from((await (await storage.open(sha256)).served?.read(from, to)) ?? '')

  test('are unreadable without the key, and the same document is never encrypted alike', async () => {
    await open().put(bytes)
    const first = await readStored()
    expect(first.length).toBe(stored.header + bytes.length + 3 * 16)
    for (let from = 0; from + 16 <= bytes.length; from += 16)
      if (first.includes(bytes.subarray(from, from + 16))) throw new Error(`Clear text at ${from}.`)
    await open().remove(sha256)
    await open().put(bytes)
    expect((await readStored()).subarray(stored.header, stored.header + 16)).not.toEqual(
      first.subarray(stored.header, stored.header + 16),
    )
  })

  test.each([
    [0, 1],
    [0, bytes.length],
    [chunk - 1, chunk + 1],
    [chunk, 2 * chunk],
    [2 * chunk - 10, bytes.length],
    [bytes.length - 1, bytes.length],
  ])('return the bytes from %i to %i', async (from, to) => {
    const storage = open()
    await storage.put(bytes)
    expect(await readRange(storage, from, to)).toEqual(bytes.subarray(from, to))
  })

  test('can be empty', async () => {
    const empty = await open().put(Buffer.alloc(0))
    expect((await open().read(empty)).length).toBe(0)
  })

  const flip = (position: number) => (found: Buffer) => {
    found[position] = (found[position] ?? 0) ^ 1
    return found
  }
  const [second, third] = [stored.header + stored.chunk, stored.header + 2 * stored.chunk]
  const swap = (found: Buffer) =>
    Buffer.concat([
      found.subarray(0, stored.header),
      found.subarray(second, third),
      found.subarray(stored.header, second),
      found.subarray(third),
    ])
  test.each([
    ['a changed byte', flip(stored.header + 10)],
    ['a changed tag', flip(second - 1)],
    ['a changed size', flip(23)],
    ['a changed nonce prefix', flip(24)],
    ['a changed data key', flip(50)],
    ['a changed tag of the header', flip(90)],
    ['chunks in another order', swap],
    ['a missing last chunk', (found: Buffer) => found.subarray(0, third)],
    ['a missing end', (found: Buffer) => found.subarray(0, -1)],
    ['a chunk too many', (found: Buffer) => Buffer.concat([found, found.subarray(third)])],
    ['only half a header', (found: Buffer) => found.subarray(0, 40)],
    ['only a magic number', (found: Buffer) => found.subarray(0, 8)],
    ['no bytes', () => Buffer.alloc(0)],
  ])('with %s are refused, and stored again', async (_fault, change) => {
    const storage = open()
    await storage.put(bytes)
    await overwrite(change(await readStored()))
    const error = { fault: 'DocumentDamaged', code: sha256 }
    await expect(storage.read(sha256)).rejects.toMatchObject(error)
    await expect(open().read(sha256)).rejects.toMatchObject(error)
    await expect(readRange(storage, 0, bytes.length)).rejects.toMatchObject(error)
    await storage.put(bytes)
    expect(await readRange(storage, 0, bytes.length)).toEqual(bytes)
  })

  test('are refused if they change while they are open, but for a header that is no longer needed', async () => {
    const storage = open()
    await storage.put(bytes)
    const { served } = await storage.open(sha256)
    await overwrite(flip(90)(await readStored()))
    expect(Buffer.from((await served?.read(0, 9)) ?? '')).toEqual(bytes.subarray(0, 9))
    for (const change of [flip(third), swap, (found: Buffer) => found.subarray(0, third)]) {
      await overwrite(change(await readStored()))
      await expect(served?.read(chunk, bytes.length)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
    }
  })

  test('are refused under the name of another document', async () => {
    const other = randomBytes(bytes.length)
    await open().put(bytes)
    const hash = await open().put(other)
    await overwrite(await readStored(hash))
    await expect(open().open(sha256)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
    await overwrite(
      Buffer.concat([
        (await readStored()).subarray(0, stored.header),
        (await readStored(hash)).subarray(stored.header),
      ]),
    )
    await expect(open().open(sha256)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
  })

  test('wait for a key that is missing, and are neither lost nor replaced', async () => {
    await open().put(bytes)
    const keyId = open().currentKeyId()
    const found = await readStored()
    const message = `The document ${sha256} is encrypted with the key ${keyId}, which the portal does not have. Restore that key in the file that DOCUMENTS_KEYS_FILE names.`
    const cause = { code: `${sha256} ${keyId}` }
    const error = { name: 'DocumentKeyMissingError', code: 'STORAGE_AWAY', message, cause }
    await expect(openClear().open(sha256)).rejects.toMatchObject(error)
    await expect(openClear().read(sha256)).rejects.toMatchObject(error)
    const former = await readFile(keyFile(), 'utf8')
    await rm(keyFile())
    await addDocumentKey(keyFile())
    const storage = open()
    await expect(storage.open(sha256)).rejects.toMatchObject(error)
    await expect(storage.read(sha256)).rejects.toMatchObject(error)
    expect(await readStored()).toEqual(found)
    await writeFile(keyFile(), `${await readFile(keyFile(), 'utf8')}${former}`)
    expect(Buffer.from(await storage.read(sha256))).toEqual(bytes)
  })

  test('are stored again with a new key, while a process that opened them continues to read', async () => {
    const storage = open()
    await openClear().put(bytes)
    const { served } = await storage.open(sha256)
    expect(await storage.findKeyId(sha256)).toBeUndefined()
    for (const change of ['from clear text', 'to another key', 'to clear text']) {
      if (change === 'to another key') await addDocumentKey(keyFile())
      if (change === 'to clear text') await writeFile(keyFile(), `none\n${await readFile(keyFile(), 'utf8')}`)
      await open().reencrypt(sha256)
      expect(await storage.findKeyId(sha256)).toBe(storage.currentKeyId())
      expect(Buffer.from((await served?.read(chunk - 5, chunk + 5)) ?? ''), change).toEqual(
        bytes.subarray(chunk - 5, chunk + 5),
      )
    }
    expect(await readStored()).toEqual(bytes)
  })

  test('are not stored again if they are damaged', async () => {
    await openClear().put(bytes)
    const damaged = flip(70_000)(await readStored())
    await overwrite(damaged)
    await expect(open().reencrypt(sha256)).rejects.toMatchObject({ fault: 'DocumentDamaged' })
    expect(await readStored()).toEqual(damaged)
  })

  test('have their pages extracted by a worker without the key', async () => {
    const documentService = openDocumentService(s3.folder, { s3: options(), keys: keys() })
    onTestFinished(documentService.close)
    const hash = await documentService.storage.put(await makePdf(['Page 1', 'Page 2']))
    const reader = { reportUnavailable: () => {}, abortSignal: new AbortController().signal }
    const part = { sha256: hash, first: 2, last: 2 }
    const extract = () =>
      extractForResponse(documentService, reader, { parts: [part], title: 'Record', author: 'Portal' })
    expect(await extractTexts(await buffer((await extract()).pieces))).toEqual(['Page 2'])
    await overwrite(flip(200)(await readStored(hash)), hash)
    await expect(extract()).rejects.toMatchObject({ status: 404 })
  })
})

test('reads only the needed bytes of an encrypted document, even the first time', async () => {
  const open = () => openDocumentStorage(s3.folder, s3.server.options, { keys: keys() })
  await open().put(bytes)
  s3.server.requests.length = 0
  await (await open().open(sha256)).served?.read(chunk + 5, chunk + 10)
  const from = stored.header + stored.chunk
  expect(s3.server.requests.map(({ range }) => range)).toEqual([
    `bytes=0-${stored.header - 1}`,
    undefined,
    `bytes=${from}-${from + stored.chunk - 1}`,
  ])
})

describe('the file of keys', () => {
  test.each([
    ['missing', undefined, /cannot be read \(ENOENT\)\. Restore the file, or create it/],
    ['empty', '# no key\n', /contains no key/],
    ['wrong', `${'0'.repeat(64)}\n\nsecret-word\n`, /Line 3 of .* is not a key of 64 hexadecimal digits/],
  ])('is refused in words, without its content, if it is %s', async (_fault, text, words) => {
    await rm(keyFile())
    if (text !== undefined) await writeFile(keyFile(), text)
    expect(keys).toThrow(words)
    expect(keys).not.toThrow('secret-word')
  })

  test('keeps its former keys, owner and mode when a key is added', async () => {
    const open = () => openDocumentStorage(s3.folder, undefined, { keys: keys() })
    const running = keys()
    const former = running.current()?.id ?? ''
    await open().put(bytes)
    const added = await addDocumentKey(keyFile())
    expect(running.current()?.id).toBe(added)
    expect(running.find(former)?.id).toBe(former)
    expect(Buffer.from(await open().read(sha256))).toEqual(bytes)
    await writeFile(keyFile(), 'overwritten by mistake')
    expect(running.current()?.id).toBe(added)
    await expect(addDocumentKey(keyFile())).rejects.toThrow('is not a key')
  })
})
