import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openRegularFile } from '../regular-file.ts'
import { messages } from './messages.ts'

/** A file of the store, as much of it as somebody reads. */
export type StoredFile = {
  size: number
  read(from: number, to: number): Promise<Buffer>
  close(): Promise<void>
}

/** Documents by the SHA-256 of their bytes, which is checked before anything of one is read. */
export type DocumentStore = {
  /** Keeps a document, on the disk when it returns, and gives its SHA-256. One that is there already is only looked at. */
  put(bytes: Uint8Array): Promise<string>
  /** Opens a document. Throws `DocumentLost` when it is missing or is not what was put in. */
  open(sha256: string): Promise<StoredFile>
}

type Loss = 'DocumentMissing' | 'DocumentDamaged' | 'DocumentUnreadable'

/** A document of the store that its rows tell of cannot be read. The operator finds its name, and the system's fault, as the `code`. */
export class DocumentLost extends Error {
  override name: Loss
  code: string

  constructor(loss: Loss, sha256: string, fault?: string) {
    super(`The document ${sha256} is lost.`)
    this.name = loss
    this.code = fault ? `${sha256} ${fault}` : sha256
  }
}

/** What it means for a document that its file could not be opened, or read. */
function lossOf(sha256: string, error: NodeJS.ErrnoException): DocumentLost {
  if (error instanceof DocumentLost) return error
  if (error.code === 'ENOENT') return new DocumentLost('DocumentMissing', sha256)
  return new DocumentLost('DocumentUnreadable', sha256, error.code ?? error.name)
}

const chunkBytes = 1 << 20
const mostRemembered = 10_000

/** Where a document is in a data folder. */
export const pathOfDocument = (sha256: string) => `documents/${sha256.slice(0, 2)}/${sha256.slice(2)}.pdf`

/** The document store in the folder `documents` of a data folder. */
export function openDocumentStore(dataDir: string): DocumentStore {
  const pathOf = (sha256: string) => resolve(dataDir, pathOfDocument(sha256))
  /** What each file looked like when it was found to be whole: whoever writes to one changes that. */
  const whole = new Map<string, string>()

  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(sha256)
      if (!(await isWhole(path, sha256)))
        await write(path, bytes).catch((cause: NodeJS.ErrnoException) => {
          throw new Error(messages.notKept(path, cause.code ?? cause.message), { cause })
        })
      return sha256
    },
    async open(sha256) {
      const lose = (error: NodeJS.ErrnoException) => {
        throw lossOf(sha256, error)
      }
      const file = await openRegularFile(pathOf(sha256)).catch(lose)
      try {
        const look = await lookOf(file)
        if (whole.get(sha256) !== look) {
          if ((await sha256Of(file)) !== sha256) throw new DocumentLost('DocumentDamaged', sha256)
          if (whole.size >= mostRemembered) whole.clear()
          whole.set(sha256, look)
        }
        return await storedFile(file, lose)
      } catch (error) {
        await file.close()
        throw lossOf(sha256, error as Error)
      }
    },
  }
}

/** A document that is on the disk, or in memory, as a file that can be read in parts. */
export const fileOf = (bytes: Uint8Array): StoredFile => ({
  size: bytes.length,
  read: async (from, to) => Buffer.from(bytes.subarray(from, to)),
  close: async () => {},
})

async function storedFile(file: FileHandle, lose: (error: Error) => never): Promise<StoredFile> {
  const { size } = await file.stat()
  return {
    size,
    async read(from, to) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(to, size) - from))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from).catch(lose)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

async function lookOf(file: FileHandle): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** What is damaged, or was never written, is written again. */
async function isWhole(path: string, sha256: string): Promise<boolean> {
  const file = await openRegularFile(path).catch(() => undefined)
  if (!file) return false
  return sha256Of(file)
    .then(
      (found) => found === sha256,
      () => false,
    )
    .finally(() => file.close())
}

/** Under another name first: whoever finds a document finds all of it, whenever the machine stops. */
async function write(path: string, bytes: Uint8Array) {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${randomUUID()}.unfinished`)
  try {
    await writeThrough(unfinished, bytes)
    await rename(unfinished, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
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

async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
