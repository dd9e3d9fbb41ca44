import { createHash } from 'node:crypto'
import { messages } from './messages.ts'

/** Keeps documents under the SHA-256 of their bytes: in a folder, or in a bucket of an S3-compatible store. */
export type DocumentStorage = {
  /** The location of the documents, for messages. */
  place: string
  /** Stores a document durably and returns its SHA-256. An intact existing one is only verified. */
  put(bytes: Uint8Array): Promise<string>
  /** Writes a document to disk for inspection before it is stored or discarded. */
  stage(bytes: Uint8Array): Promise<StagedDocument>
  /**
   * A document whose pages can be read. It is verified before it is used: a file in the folder by this call, served bytes
   * when they are read. Throws `DocumentUnavailableError` if it is missing or damaged.
   */
  open(sha256: string): Promise<WorkerDocument>
  /** The bytes of a document, all verified by this call. Throws the same errors. */
  read(sha256: string): Promise<Uint8Array>
  /** Whether a document exists; does not read it. */
  has(sha256: string): Promise<boolean>
  /** The SHA-256 of every document, in no particular order. */
  list(): AsyncIterable<string>
  /** Removes a document durably. One that is missing is fine. */
  remove(sha256: string): Promise<void>
  /** Throws `StorageAwayError` if documents cannot be reached at all. */
  reach(): Promise<void>
  /** Writes and removes an empty file. Throws `StorageAwayError` with the reason if that is not possible. */
  tryToWrite(): Promise<void>
}

/** A storage of documents in clear text, and access to the stored bytes, which may be encrypted. */
export type BaseStorage = DocumentStorage & {
  stored: {
    /** Undefined if there are none. */
    size(sha256: string): Promise<number | undefined>
    /** Fewer bytes if there are no more, undefined if there are none. */
    read(sha256: string, from: number, to: number): Promise<Uint8Array | undefined>
    /** Replaces the stored bytes as a whole. */
    write(sha256: string, bytes: Uint8Array): Promise<void>
  }
}

/** A document on disk that has not been stored yet or was already in the storage. */
export type StagedDocument = { sha256: string; path: string; keep(): Promise<void>; discard(): Promise<void> }

/**
 * A stored document for a worker, which opens the file with this path. A document of a bucket, or an encrypted one, has no
 * path: the portal serves its bytes to the worker.
 */
export type WorkerDocument =
  | { sha256: string; path: string; served?: undefined }
  | { sha256: string; path?: undefined; served: VerifiedBytes }

/** Bytes that are verified when they are read; `read` throws `DocumentUnavailableError` otherwise. */
export type VerifiedBytes = { size: number; read(from: number, to: number): Promise<Uint8Array> }

type DocumentFault = 'DocumentMissing' | 'DocumentDamaged' | 'DocumentUnreadable'

/**
 * A stored document that the database refers to cannot be read, or one of several. `code` tells the operator its SHA-256,
 * or theirs with spaces between, and the system's error, if any.
 */
export class DocumentUnavailableError extends Error {
  override name = 'DocumentUnavailableError'
  readonly fault: DocumentFault
  readonly code: string

  constructor(fault: DocumentFault, hashes: string, systemError?: string) {
    super(`The document ${hashes} is unavailable.`)
    this.fault = fault
    this.code = systemError ? `${hashes} ${systemError}` : hashes
  }
}

/** The storage of all documents cannot be used at the moment; the message tells the operator what to check. */
export class StorageAwayError extends Error {
  override name = 'StorageAwayError'
  /** The error handler answers with 503 and asks to try again later. */
  readonly code = 'STORAGE_AWAY'
}

/** A document is encrypted with a key that the portal does not have. It is not lost. */
export class DocumentKeyMissingError extends StorageAwayError {
  override name = 'DocumentKeyMissingError'

  constructor(sha256: string, keyId: string) {
    // The log has no messages, but the code of a cause.
    const cause = Object.assign(new Error('The key is missing.'), { code: `${sha256} ${keyId}` })
    super(messages.keyMissing(sha256, keyId), { cause })
  }
}

/** The path of a document, relative to the data folder or to the prefix in a bucket. */
export const documentPath = (sha256: string) => `documents/${sha256.slice(0, 2)}/${sha256.slice(2)}.pdf`

/** The SHA-256 in a path that `documentPath` made; undefined for any other file. */
export const parseDocumentPath = (path: string): string | undefined => {
  const [, start, rest] = /(?:^|\/)documents\/([0-9a-f]{2})\/([0-9a-f]{62})\.pdf$/.exec(path) ?? []
  return start && rest && `${start}${rest}`
}

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
