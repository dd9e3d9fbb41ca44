import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { openRegularFile } from '#platform/config/open-regular-file.ts'
import { now } from '#platform/contract/clock.ts'
import { tooManyDocuments } from '../render-pool.ts'
import { messages } from './messages.ts'
import { extractsFolder, openPdfWorkers, type PdfWorkers, type PdfWorkersOptions } from './pdf-worker-pool.ts'

/** Stores documents under the SHA-256 of their bytes, which is verified before a document is read. */
export type DocumentStore = {
  /** The workers that read the documents. */
  pdfs: PdfWorkers
  /**
   * Limits concurrent extractions, in total and per user, because each occupies a worker process. A disconnect removes
   * a queued request.
   */
  enqueueExtraction: ReturnType<typeof createFairQueue>
  /** The virus scanner that checks documents before they are stored. */
  scanCommand: readonly string[] | undefined
  /** Stores a document, synced to disk, and returns its SHA-256. An intact existing one is only verified. */
  put(bytes: Uint8Array): Promise<string>
  /** Writes a document for inspection before it is stored or discarded. */
  stage(bytes: Uint8Array): Promise<StagedDocument>
  /** The path of a document. Throws `DocumentUnavailableError` if it is missing or damaged. */
  locate(sha256: string): Promise<string>
  /** Ends the processes that read documents. */
  close(): void
}

/** A document on disk that has not been stored yet or was already in the store. */
export type StagedDocument = { sha256: string; path: string; keep(): Promise<void>; discard(): Promise<void> }

type DocumentFault = 'DocumentMissing' | 'DocumentDamaged' | 'DocumentUnreadable'

/**
 * A stored document that the database refers to cannot be read. `code` tells the operator its SHA-256 and the
 * system's error, if any.
 */
export class DocumentUnavailableError extends Error {
  override name = 'DocumentUnavailableError'
  readonly fault: DocumentFault
  readonly code: string

  constructor(fault: DocumentFault, sha256: string, systemError?: string) {
    super(`The document ${sha256} is unavailable.`)
    this.fault = fault
    this.code = systemError ? `${sha256} ${systemError}` : sha256
  }
}

/** Maps a failure to open or read a file to a document error. */
function toDocumentError(sha256: string, error: NodeJS.ErrnoException): DocumentUnavailableError {
  if (error instanceof DocumentUnavailableError) return error
  if (error.code === 'ENOENT') return new DocumentUnavailableError('DocumentMissing', sha256)
  return new DocumentUnavailableError('DocumentUnreadable', sha256, error.code ?? error.name)
}

const chunkBytes = 1 << 20
const maxRemembered = 10_000
const extractionLimits = { concurrency: 4, concurrencyPerKey: 2, maxQueued: 48, maxQueuedPerKey: 12 }

type Options = PdfWorkersOptions & { scanCommand?: readonly string[] | undefined }

/** The path of a document, relative to the data folder. */
export const documentPath = (sha256: string) => `documents/${sha256.slice(0, 2)}/${sha256.slice(2)}.pdf`

/** Opens the document store in the `documents` folder of a data folder. */
export function openDocumentStore(dataDir: string, options: Options = {}): DocumentStore {
  const resolvePath = (sha256: string) => resolve(dataDir, documentPath(sha256))
  /** The state of each file when it was last verified. Writing to a file changes its state. */
  const whole = new Map<string, string>()
  const pdfs = openPdfWorkers(resolve(dataDir), options)

  const stage = (bytes: Uint8Array) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return createStaged(resolvePath(sha256), sha256, bytes)
  }

  return {
    pdfs,
    enqueueExtraction: createFairQueue({ ...extractionLimits, messages: tooManyDocuments }),
    scanCommand: options.scanCommand,
    stage,
    async put(bytes) {
      const { sha256, keep } = await stage(bytes)
      await keep()
      return sha256
    },
    async locate(sha256) {
      try {
        await checkWhole(resolvePath(sha256), sha256, whole)
        return resolvePath(sha256)
      } catch (error) {
        throw toDocumentError(sha256, error as Error)
      }
    },
    close: pdfs.close,
  }
}

async function createStaged(path: string, sha256: string, bytes: Uint8Array): Promise<StagedDocument> {
  if (await isWhole(path, sha256)) return { sha256, path, keep: async () => {}, discard: async () => {} }
  const notKept = (cause: NodeJS.ErrnoException) => {
    throw new Error(messages.notKept(path, cause.code ?? cause.message), { cause })
  }
  const unfinished = await writeTemporary(path, bytes).catch(notKept)
  const discard = () => rm(unfinished, { force: true })
  const keep = () =>
    moveInto(path, unfinished).catch(async (error) => {
      await discard()
      notKept(error)
    })
  return { sha256, path: unfinished, keep, discard }
}

/** Verifies a file completely, unless its state is unchanged since the last verification. */
async function checkWhole(path: string, sha256: string, whole: Map<string, string>) {
  const file = await openRegularFile(path)
  try {
    const state = await readState(file)
    if (whole.get(sha256) === state) return
    if ((await hashFile(file)) !== sha256) throw new DocumentUnavailableError('DocumentDamaged', sha256)
    if (whole.size >= maxRemembered) whole.clear()
    whole.set(sha256, state)
  } finally {
    await file.close()
  }
}

async function readState(file: FileHandle): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

async function hashFile(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** Whether an intact copy of the document is already stored. */
async function isWhole(path: string, sha256: string): Promise<boolean> {
  const file = await openRegularFile(path).catch(() => undefined)
  if (!file) return false
  return hashFile(file)
    .then(
      (found) => found === sha256,
      () => false,
    )
    .finally(() => file.close())
}

/**
 * Writes under a temporary name first, so that every stored document is complete even if the machine stops
 * during the write.
 */
async function writeTemporary(path: string, bytes: Uint8Array): Promise<string> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${randomUUID()}.unfinished`)
  try {
    await writeThrough(unfinished, bytes)
    return unfinished
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function moveInto(path: string, unfinished: string) {
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

async function writeThrough(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs the directory entries of a folder to disk. */
export async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Where earlier versions wrote extracts. */
const formerExtractsFolder = 'answers'

/** A younger file may be in use by another process. */
const oldMs = 60 * 60_000

/**
 * Removes leftovers of killed processes from a data folder: extracts being sent and documents not yet stored.
 * Stops on abort.
 */
export async function removeLeftovers(dataDir: string, signal: AbortSignal): Promise<void> {
  const documents = join(dataDir, 'documents')
  for (const folder of [extractsFolder, formerExtractsFolder]) await removeOld(join(dataDir, folder), '.pdf')
  for (const name of await namesIn(documents)) {
    if (signal.aborted) return
    if (name.length === 2) await removeOld(join(documents, name), '.unfinished')
  }
}

async function removeOld(folder: string, ending: string) {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(ending)) continue
    const path = join(folder, name)
    const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(path).catch(absent)) ?? {}
    if (mtimeMs < now().getTime() - oldMs) await rm(path, { force: true })
  }
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(absent)) ?? []

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
