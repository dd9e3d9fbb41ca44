import { createHash, randomUUID } from 'node:crypto'
import type { ChunkHashes, ChunkIndex } from './chunk-index.ts'
import {
  type BaseStorage,
  DocumentUnavailableError,
  documentPath,
  hashBytes,
  parseDocumentPath,
} from './document-storage.ts'
import { openS3Bucket, type S3Bucket, type S3Options } from './s3-bucket.ts'
import { stageTemporary } from './temporary-files.ts'

/** What a range read fetches at least, and what is verified by itself. */
const chunkBytes = 256 * 1024
const chunksPerRead = 32
const hashLength = 32
/** The hashes of about 250 GB of documents. */
const maxRememberedBytes = 32 << 20

/**
 * Keeps documents in a bucket of an S3-compatible store. Storing or reading a whole document saves the hashes of its chunks
 * in the index, and so does the first opening of one without them, which verifies all of it. After that, processes with the
 * same index fetch only the chunks with the bytes they need, and verify each. Without an index, each process verifies by
 * itself. The data folder has only temporary files.
 */
export function openS3Storage(dataDir: string, options: S3Options, index?: ChunkIndex): BaseStorage {
  const bucket = openS3Bucket(options)
  const verified = new VerifiedDocuments(bucket, index)

  const isWhole = (sha256: string) =>
    verified.verify(sha256).then(
      () => true,
      (error) => {
        if (error instanceof DocumentUnavailableError) return false
        throw error
      },
    )
  const write = async (sha256: string, bytes: Uint8Array) => {
    if (await isWhole(sha256)) return
    await bucket.write(documentPath(sha256), bytes)
    await verified.save(sha256, hashChunks(bytes))
  }

  return {
    place: bucket.address,
    async put(bytes) {
      const sha256 = hashBytes(bytes)
      await write(sha256, bytes)
      return sha256
    },
    stage: (bytes) => stageTemporary(dataDir, bytes, write),
    async open(sha256) {
      const { size } = await verified.find(sha256)
      return { sha256, served: { size, read: (from, to) => verified.read(sha256, from, to) } }
    },
    async read(sha256) {
      const pieces: Buffer[] = []
      await verified.verify(sha256, (piece) => pieces.push(piece))
      return Buffer.concat(pieces)
    },
    has: async (sha256) => (await bucket.size(documentPath(sha256))) !== undefined,
    async *list() {
      for await (const key of bucket.list('documents/')) {
        const sha256 = parseDocumentPath(key)
        if (sha256) yield sha256
      }
    },
    async remove(sha256) {
      await bucket.remove(documentPath(sha256))
      verified.forget(sha256)
    },
    reach: bucket.reach,
    async tryToWrite() {
      const key = `documents/.doctor-${randomUUID()}`
      await bucket.write(key, Buffer.alloc(0))
      await bucket.remove(key)
    },
    stored: openStoredObjects(bucket, verified),
  }
}

const openStoredObjects = (bucket: S3Bucket, verified: VerifiedDocuments): BaseStorage['stored'] => ({
  size: (sha256) => bucket.size(documentPath(sha256)),
  read: (sha256, from, to) => bucket.read(documentPath(sha256), from, to),
  async write(sha256, bytes) {
    await bucket.write(documentPath(sha256), bytes)
    verified.forget(sha256)
  },
})

class VerifiedDocuments {
  private readonly bucket: S3Bucket
  private readonly index: ChunkIndex | undefined
  private readonly known = new Map<string, ChunkHashes>()
  private readonly running = new Map<string, Promise<ChunkHashes>>()
  private bytes = 0

  constructor(bucket: S3Bucket, index: ChunkIndex | undefined) {
    this.bucket = bucket
    this.index = index
  }

  /** The chunk hashes of a document, which is verified now unless it was before. Requests share a verification. */
  find(sha256: string): Promise<ChunkHashes> {
    const known = this.known.get(sha256)
    if (known) return Promise.resolve(known)
    const running = this.running.get(sha256) ?? this.load(sha256).finally(() => this.running.delete(sha256))
    this.running.set(sha256, running)
    return running
  }

  private async load(sha256: string): Promise<ChunkHashes> {
    const known = await this.index?.find(sha256)
    if (known) this.remember(sha256, known)
    return known ?? this.verify(sha256)
  }

  /** Reads all of a document and saves the hashes of its chunks. Throws `DocumentUnavailableError`. */
  async verify(sha256: string, onPiece?: (piece: Buffer) => void): Promise<ChunkHashes> {
    const key = documentPath(sha256)
    const size = await this.bucket.size(key)
    if (size === undefined) throw new DocumentUnavailableError('DocumentMissing', sha256)
    const whole = createHash('sha256')
    const hashes: Buffer[] = []
    for (let at = 0; at < size; at += chunksPerRead * chunkBytes) {
      const piece = await this.bucket.read(key, at, Math.min(size, at + chunksPerRead * chunkBytes))
      if (!piece) throw new DocumentUnavailableError('DocumentMissing', sha256)
      whole.update(piece)
      hashes.push(hashChunks(piece).hashes)
      onPiece?.(piece)
    }
    if (whole.digest('hex') !== sha256) throw this.damaged(sha256)
    const found = { size, hashes: Buffer.concat(hashes) }
    await this.save(sha256, found)
    return found
  }

  /** Fetches the chunks with these bytes and verifies each. */
  async read(sha256: string, from: number, to: number): Promise<Uint8Array> {
    const { size, hashes } = await this.find(sha256)
    const first = Math.floor(from / chunkBytes)
    const start = first * chunkBytes
    const end = Math.min(size, Math.ceil(to / chunkBytes) * chunkBytes)
    const bytes = await this.bucket.read(documentPath(sha256), start, end)
    if (!bytes) throw new DocumentUnavailableError('DocumentMissing', sha256)
    const expected = hashes.subarray(first * hashLength, Math.ceil(end / chunkBytes) * hashLength)
    if (bytes.length !== end - start || !hashChunks(bytes).hashes.equals(expected)) throw this.damaged(sha256)
    return bytes.subarray(from - start, to - start)
  }

  /** Keeps the hashes of chunks whose document has been verified, for all processes with the index. */
  async save(sha256: string, found: ChunkHashes) {
    if (this.known.has(sha256)) return
    await this.index?.save(sha256, found)
    this.remember(sha256, found)
  }

  private remember(sha256: string, found: ChunkHashes) {
    if (this.bytes > maxRememberedBytes) this.forgetAll()
    if (!this.known.has(sha256)) this.bytes += found.hashes.length
    this.known.set(sha256, found)
  }

  forget(sha256: string) {
    this.known.delete(sha256)
  }

  private forgetAll() {
    this.known.clear()
    this.bytes = 0
  }

  private damaged(sha256: string) {
    this.forget(sha256)
    return new DocumentUnavailableError('DocumentDamaged', sha256)
  }
}

function hashChunks(bytes: Uint8Array): ChunkHashes {
  const hashes: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    hashes.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + chunkBytes))
        .digest(),
    )
  return { size: bytes.length, hashes: Buffer.concat(hashes) }
}
