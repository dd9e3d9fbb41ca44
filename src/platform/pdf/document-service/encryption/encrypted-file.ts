import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DocumentUnavailableError, type VerifiedBytes } from '../document-storage.ts'
import type { DocumentKey } from './document-keys.ts'

/*
 * An encrypted document is a header and chunks, each with its tag.
 *
 * header  magic 8, key ID 8, size of the document 8, nonce prefix 7; nonce 12, data key 32 (encrypted), tag 16
 * chunk   up to 64 KB of the document (encrypted), tag 16
 *
 * The key of the operator encrypts the data key with AES-256-GCM and authenticates the rest of the header and the
 * SHA-256 of the document, so that neither can be exchanged. The data key encrypts the chunks with AES-256-GCM in the
 * STREAM construction: the nonce of a chunk is the prefix, its position, and whether it is the last one.
 */
const magic = Buffer.from('\x89DOCENC\x01', 'latin1')
const at = { key: 8, size: 16, prefix: 24, nonce: 31, dataKey: 43, tag: 75 } as const
const algorithm = 'aes-256-gcm'
const tagBytes = 16
const chunkBytes = 64 * 1024
const storedChunkBytes = chunkBytes + tagBytes
/** Between pieces, the event loop serves requests. */
const pieceBytes = 64 * chunkBytes

export const headerBytes = at.tag + tagBytes

const countChunks = (size: number) => Math.ceil(size / chunkBytes)
const storedSize = (size: number) => headerBytes + size + countChunks(size) * tagBytes

/** The ID of the key that a stored document needs; undefined if it begins like one in clear text. */
export const readKeyId = (start: Uint8Array): string | undefined =>
  magic.equals(start.subarray(0, magic.length))
    ? Buffer.from(start.subarray(at.key, at.size)).toString('hex')
    : undefined

/** Reads all of a document in pieces. */
export async function readPieces(
  { size, read }: VerifiedBytes,
  onPiece: (piece: Uint8Array, from: number) => void,
) {
  for (let from = 0; from < size; from += pieceBytes) {
    onPiece(await read(from, Math.min(size, from + pieceBytes)), from)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Encrypts a document, whose SHA-256 has been verified, with a data key of its own. */
export async function encryptFile(file: VerifiedBytes, sha256: string, key: DocumentKey): Promise<Buffer> {
  const stored = Buffer.allocUnsafe(storedSize(file.size))
  const [dataKey, prefix] = [randomBytes(32), randomBytes(at.nonce - at.prefix)]
  writeHeader(stored, { dataKey, prefix, size: file.size, sha256, key })
  const last = countChunks(file.size) - 1
  const write = (piece: Uint8Array, from: number) => {
    for (let start = 0; start < piece.length; start += chunkBytes) {
      const index = (from + start) / chunkBytes
      const cipher = createCipheriv(algorithm, dataKey, chunkNonce(prefix, index, index === last))
      const target = headerBytes + index * storedChunkBytes
      const encrypted = cipher.update(piece.subarray(start, start + chunkBytes))
      cipher.final()
      encrypted.copy(stored, target)
      cipher.getAuthTag().copy(stored, target + encrypted.length)
    }
  }
  await readPieces(file, write)
  return stored
}

type Header = { dataKey: Buffer; prefix: Buffer; size: number; sha256: string; key: DocumentKey }

function writeHeader(stored: Buffer, { dataKey, prefix, size, sha256, key }: Header) {
  magic.copy(stored)
  stored.write(key.id, at.key, 'hex')
  stored.writeBigUInt64BE(BigInt(size), at.size)
  prefix.copy(stored, at.prefix)
  const nonce = randomBytes(at.dataKey - at.nonce)
  const cipher = createCipheriv(algorithm, key.bytes, nonce)
  cipher.setAAD(authenticated(stored, sha256))
  const encrypted = cipher.update(dataKey)
  cipher.final()
  Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).copy(stored, at.nonce)
}

/** What the tag of the header covers besides the data key. */
const authenticated = (header: Uint8Array, sha256: string) =>
  Buffer.concat([header.subarray(0, at.nonce), Buffer.from(sha256, 'hex')])

function chunkNonce(prefix: Uint8Array, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.set(prefix)
  nonce.writeUInt32BE(index, prefix.length)
  nonce.writeUInt8(isLast ? 1 : 0, prefix.length + 4)
  return nonce
}

/** Bytes as they are stored: fewer if there are no more, undefined if there are none. */
type ReadStored = (from: number, to: number) => Promise<Uint8Array | undefined>

type Stored = { sha256: string; key: DocumentKey; size: number; read: ReadStored }

/** Opens an encrypted document by its header. Every read verifies the chunks that it needs. */
export function openEncryptedFile(header: Uint8Array, stored: Stored): VerifiedBytes {
  const { sha256 } = stored
  const damaged = () => new DocumentUnavailableError('DocumentDamaged', sha256)
  const copy = Buffer.from(header)
  const dataKey = decrypt(
    { key: stored.key.bytes, nonce: copy.subarray(at.nonce, at.dataKey), aad: authenticated(copy, sha256) },
    copy.subarray(at.dataKey, headerBytes),
  )
  const size = Number(copy.readBigUInt64BE(at.size))
  if (!dataKey || storedSize(size) !== stored.size) throw damaged()
  const prefix = copy.subarray(at.prefix, at.nonce)
  const last = countChunks(size) - 1

  return {
    size,
    async read(from, to) {
      const first = Math.floor(from / chunkBytes)
      const end = Math.ceil(to / chunkBytes)
      const [start, stop] = [first, end].map((index) => headerBytes + index * storedChunkBytes) as [
        number,
        number,
      ]
      const bytes = await stored.read(start, Math.min(stored.size, stop))
      if (!bytes) throw new DocumentUnavailableError('DocumentMissing', sha256)
      if (bytes.length !== Math.min(stored.size, stop) - start) throw damaged()
      const chunks = Array.from({ length: end - first }, (_, position) => {
        const index = first + position
        const chunk = bytes.subarray(position * storedChunkBytes, (position + 1) * storedChunkBytes)
        const found = decrypt({ key: dataKey, nonce: chunkNonce(prefix, index, index === last) }, chunk)
        if (!found) throw damaged()
        return found
      })
      return Buffer.concat(chunks).subarray(from - first * chunkBytes, to - first * chunkBytes)
    },
  }
}

/** Decrypts bytes that end with their tag; undefined if they were changed. */
function decrypt(
  { key, nonce, aad }: { key: Uint8Array; nonce: Uint8Array; aad?: Uint8Array },
  bytes: Uint8Array,
): Buffer | undefined {
  const end = bytes.length - tagBytes
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  if (aad) decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(end))
  const clear = decipher.update(bytes.subarray(0, end))
  try {
    decipher.final()
    return clear
  } catch {
    return undefined
  }
}
