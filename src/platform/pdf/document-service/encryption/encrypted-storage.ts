import { createHash } from 'node:crypto'
import type { JudgedConfig } from '#platform/config/production-rules.ts'
import type { ChunkIndex } from '../chunk-index.ts'
import { type DocumentSettings, documentOptions } from '../document-settings.ts'
import {
  type BaseStorage,
  DocumentKeyMissingError,
  type DocumentStorage,
  DocumentUnavailableError,
  hashBytes,
  type VerifiedBytes,
} from '../document-storage.ts'
import { openFolderStorage } from '../folder-storage.ts'
import type { S3Options } from '../s3-bucket.ts'
import { openS3Storage } from '../s3-storage.ts'
import { stageTemporary } from '../temporary-files.ts'
import type { DocumentKey, DocumentKeys } from './document-keys.ts'
import { encryptFile, headerBytes, openEncryptedFile, readKeyId, readPieces } from './encrypted-file.ts'

export type EncryptedStorage = DocumentStorage & {
  /** The ID of the key that encrypts a document; undefined if it is in clear text. */
  findKeyId(sha256: string): Promise<string | undefined>
  /** The ID of the key that encrypts new documents; undefined if they are stored in clear text. */
  currentKeyId(): string | undefined
  /** Whether documents that this key encrypts can be read. */
  hasKey(id: string): boolean
  /** Stores a document again with the current key, or in clear text if there is none. */
  reencrypt(sha256: string): Promise<void>
}

/** Opens the documents where the settings say that they are. */
export function openConfiguredStorage(
  config: DocumentSettings & JudgedConfig & { DATA_DIR: string },
  chunkIndex?: ChunkIndex,
): EncryptedStorage {
  const { s3, keys } = documentOptions(config)
  return openDocumentStorage(config.DATA_DIR, s3, { keys, chunkIndex })
}

export type StorageOptions = {
  /** What processes share about the documents of a bucket that they have verified. */
  chunkIndex?: ChunkIndex | undefined
  /** The operator's keys; undefined if documents are stored in clear text. */
  keys?: DocumentKeys | undefined
}

/** Opens the documents of a data folder, or of a bucket. */
export const openDocumentStorage = (
  dataDir: string,
  s3?: S3Options,
  { chunkIndex, keys }: StorageOptions = {},
): EncryptedStorage =>
  openEncryptedStorage(s3 ? openS3Storage(dataDir, s3, chunkIndex) : openFolderStorage(dataDir), {
    dataDir,
    keys,
  })

type Options = { dataDir: string; keys: DocumentKeys | undefined }

/**
 * Encrypts documents before they are stored, and reads both encrypted documents and those in clear text. Encrypted
 * documents are read by ranges, each verified by its tags, so that opening one does not read all of it.
 */
function openEncryptedStorage(base: BaseStorage, { dataDir, keys }: Options): EncryptedStorage {
  const opened = new OpenedDocuments(base, keys)

  const read = (sha256: string): Promise<Uint8Array> =>
    keys
      ? againIfDamaged(async () => readVerified(await opened.openWhole(sha256), sha256))
      : base.read(sha256).catch((error) => opened.explain(sha256, error))
  const isEncrypted = async (sha256: string) => {
    try {
      return (await opened.findKeyId(sha256)) !== undefined && Boolean(await read(sha256))
    } catch (error) {
      if (error instanceof DocumentUnavailableError || error instanceof DocumentKeyMissingError) return false
      throw error
    }
  }
  const store = async (sha256: string, bytes: Uint8Array, key: DocumentKey) => {
    if (!(await isEncrypted(sha256)))
      await base.stored.write(sha256, await encryptFile(toVerifiedBytes(bytes), sha256, key))
  }

  return {
    ...base,
    async put(bytes) {
      const key = keys?.current()
      if (!key) return base.put(bytes)
      const sha256 = hashBytes(bytes)
      await store(sha256, bytes, key)
      return sha256
    },
    stage(bytes) {
      const key = keys?.current()
      if (!key) return base.stage(bytes)
      return stageTemporary(dataDir, bytes, (sha256) => store(sha256, bytes, key))
    },
    open: async (sha256) =>
      keys
        ? { sha256, served: await opened.open(sha256) }
        : base.open(sha256).catch((error) => opened.explain(sha256, error)),
    read,
    async remove(sha256) {
      await base.remove(sha256)
      opened.forget(sha256)
    },
    findKeyId: (sha256) => opened.findKeyId(sha256),
    currentKeyId: () => keys?.current()?.id,
    hasKey: (id) => keys?.find(id) !== undefined,
    async reencrypt(sha256) {
      const key = keys?.current()
      if (!key) return base.stored.write(sha256, await read(sha256))
      const bytes = await againIfDamaged(async () => encryptFile(await opened.openWhole(sha256), sha256, key))
      // What replaces the only copy is read back first.
      await readVerified(openStored(bytes, sha256, key), sha256)
      await base.stored.write(sha256, bytes)
    },
  }
}

const isDamaged = (error: unknown) =>
  error instanceof DocumentUnavailableError && error.fault === 'DocumentDamaged'

/** Another process may store a document with another key between two reads, which then do not fit together. */
const againIfDamaged = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    if (isDamaged(error)) return work()
    throw error
  })

const toVerifiedBytes = (bytes: Uint8Array): VerifiedBytes => ({
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
})

const openStored = (bytes: Uint8Array, sha256: string, key: DocumentKey) =>
  openEncryptedFile(bytes.subarray(0, headerBytes), {
    sha256,
    key,
    size: bytes.length,
    read: async (from, to) => bytes.subarray(from, to),
  })

/** All bytes of a document. Throws `DocumentUnavailableError` if their SHA-256 is another. */
async function readVerified(file: VerifiedBytes, sha256: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(file.size)
  const hash = createHash('sha256')
  await readPieces(file, (piece, from) => {
    hash.update(piece)
    bytes.set(piece, from)
  })
  if (hash.digest('hex') !== sha256) throw new DocumentUnavailableError('DocumentDamaged', sha256)
  return bytes
}

const maxRemembered = 10_000

/** Opens stored documents with the key that encrypts each, and remembers the ones that it has opened. */
class OpenedDocuments {
  private readonly base: BaseStorage
  private readonly keys: DocumentKeys | undefined
  private readonly known = new Map<string, VerifiedBytes>()

  constructor(base: BaseStorage, keys: DocumentKeys | undefined) {
    this.base = base
    this.keys = keys
  }

  /** A document for reading some of it. If it was stored again since it was opened, it is opened again. */
  async open(sha256: string): Promise<VerifiedBytes> {
    let file = this.known.get(sha256) ?? (await againIfDamaged(() => this.openAndRemember(sha256)))
    return {
      size: file.size,
      read: (from, to) =>
        file.read(from, to).catch(async (error) => {
          if (!isDamaged(error)) throw error
          file = await againIfDamaged(() => this.openAndRemember(sha256))
          return file.read(from, to)
        }),
    }
  }

  /** A document for reading all of it. */
  async openWhole(sha256: string): Promise<VerifiedBytes> {
    return (await this.openEncrypted(sha256)) ?? toVerifiedBytes(await this.base.read(sha256))
  }

  /** The ID of the key that encrypts a document; undefined if it is in clear text or missing. */
  async findKeyId(sha256: string): Promise<string | undefined> {
    const header = await this.base.stored.read(sha256, 0, headerBytes)
    return header && readKeyId(header)
  }

  /** The error of a storage that knows only clear text. */
  async explain(sha256: string, error: unknown): Promise<never> {
    if (isDamaged(error)) await this.openEncrypted(sha256)
    throw error
  }

  forget(sha256: string) {
    this.known.delete(sha256)
  }

  private async openAndRemember(sha256: string): Promise<VerifiedBytes> {
    this.forget(sha256)
    const file = (await this.openEncrypted(sha256)) ?? (await this.openClear(sha256))
    if (this.known.size >= maxRemembered) this.known.clear()
    this.known.set(sha256, file)
    return file
  }

  /** Undefined if the document is in clear text. */
  private async openEncrypted(sha256: string): Promise<VerifiedBytes | undefined> {
    const { stored } = this.base
    const header = await stored.read(sha256, 0, headerBytes)
    if (!header) throw new DocumentUnavailableError('DocumentMissing', sha256)
    const keyId = readKeyId(header)
    if (keyId === undefined) return undefined
    if (header.length < headerBytes) throw new DocumentUnavailableError('DocumentDamaged', sha256)
    const key = this.keys?.find(keyId)
    if (!key) throw new DocumentKeyMissingError(sha256, keyId)
    const size = (await stored.size(sha256)) ?? 0
    return openEncryptedFile(header, { sha256, key, size, read: (from, to) => stored.read(sha256, from, to) })
  }

  /** Verifies the document before the first read, and after each that the storage itself does not verify. */
  private async openClear(sha256: string): Promise<VerifiedBytes> {
    const { served } = await this.base.open(sha256)
    if (served) return served
    const { stored } = this.base
    return {
      size: (await stored.size(sha256)) ?? 0,
      read: async (from, to) => {
        const bytes = (await stored.read(sha256, from, to)) ?? Buffer.alloc(0)
        await this.base.open(sha256)
        return bytes
      },
    }
  }
}
