import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openRegularFile } from '#platform/config/open-regular-file.ts'
import {
  type BaseStorage,
  DocumentUnavailableError,
  documentPath,
  hashBytes,
  parseDocumentPath,
  type StagedDocument,
  StorageAwayError,
} from './document-storage.ts'
import { messages } from './messages.ts'
import { absent } from './temporary-files.ts'

const chunkBytes = 1 << 20
const maxRemembered = 10_000

/** Keeps documents in the `documents` folder of a data folder. Processes on machines that share it need nothing else. */
export function openFolderStorage(dataDir: string): BaseStorage {
  const folder = resolve(dataDir, 'documents')
  const resolvePath = (sha256: string) => resolve(dataDir, documentPath(sha256))
  /** The state of each file when it was last verified. Writing to a file changes its state. */
  const whole = new Map<string, string>()
  const stage = (bytes: Uint8Array) => {
    const sha256 = hashBytes(bytes)
    return createStaged(resolvePath(sha256), sha256, bytes)
  }

  return {
    place: folder,
    stage,
    async put(bytes) {
      const { sha256, keep } = await stage(bytes)
      await keep()
      return sha256
    },
    async open(sha256) {
      await unlessUnreadable(sha256, checkWhole(resolvePath(sha256), sha256, whole))
      return { sha256, path: resolvePath(sha256) }
    },
    async read(sha256) {
      const bytes = await unlessUnreadable(sha256, readRegularFile(resolvePath(sha256)))
      if (hashBytes(bytes) !== sha256) throw new DocumentUnavailableError('DocumentDamaged', sha256)
      return bytes
    },
    has: (sha256) =>
      access(resolvePath(sha256)).then(
        () => true,
        () => false,
      ),
    async *list() {
      for (const name of await readNames(folder)) {
        const sha256 = parseDocumentPath(`documents/${name}`)
        if (sha256) yield sha256
      }
    },
    async remove(sha256) {
      const path = resolvePath(sha256)
      whole.delete(sha256)
      await rm(path, { force: true })
      await syncFolder(dirname(path)).catch(absent)
    },
    reach: async () => {},
    tryToWrite: () => tryToWrite(folder),
    stored: openStoredFiles(resolvePath),
  }
}

/** Maps a failure to open or read the file of a document to a document error. */
const unlessUnreadable = <T>(sha256: string, reading: Promise<T>) =>
  reading.catch((error: Error) => {
    throw toDocumentError(sha256, error)
  })

const openStoredFiles = (resolvePath: (sha256: string) => string): BaseStorage['stored'] => ({
  size: (sha256) => unlessUnreadable(sha256, stat(resolvePath(sha256)).catch(absent)).then((it) => it?.size),
  read: (sha256, from, to) => unlessUnreadable(sha256, readRange(resolvePath(sha256), from, to)),
  async write(sha256, bytes) {
    const path = resolvePath(sha256)
    const file = await writeTemporary(path, bytes)
    await moveInto(path, file).finally(() => rm(file, { force: true }))
  },
})

async function readRange(path: string, from: number, to: number): Promise<Buffer | undefined> {
  const file = await openRegularFile(path).catch(absent)
  const range = { buffer: Buffer.allocUnsafe(to - from), position: from }
  const found = await file?.read(range).finally(() => file.close())
  return found?.buffer.subarray(0, found.bytesRead)
}

/** The paths of all files below a folder. Throws `StorageAwayError` if it cannot be read. */
async function readNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { recursive: true }).catch(absent)) ?? []
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new StorageAwayError(messages.folderUnreadable(folder, code), { cause })
  }
}

async function tryToWrite(folder: string) {
  const path = join(folder, `.doctor-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
    await rm(path)
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new StorageAwayError(messages.folderUnwritable(folder, code), { cause })
  }
}

function toDocumentError(sha256: string, error: NodeJS.ErrnoException): DocumentUnavailableError {
  if (error instanceof DocumentUnavailableError) return error
  if (error.code === 'ENOENT') return new DocumentUnavailableError('DocumentMissing', sha256)
  return new DocumentUnavailableError('DocumentUnreadable', sha256, error.code ?? error.name)
}

async function createStaged(path: string, sha256: string, bytes: Uint8Array): Promise<StagedDocument> {
  const notKept = (cause: NodeJS.ErrnoException) => {
    throw new Error(messages.notKept(path, cause.code ?? cause.message), { cause })
  }
  if (await isWhole(path, sha256)) {
    // It may have been removed since, if no other row referred to it.
    const keep = async () => {
      if (!(await stat(path).catch(absent)))
        await writeTemporary(path, bytes).then((file) => moveInto(path, file), notKept)
    }
    return { sha256, path, keep, discard: async () => {} }
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

async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path)
  return readFile(file).finally(() => file.close())
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
  await mkdir(folder, { recursive: true, mode: 0o700 })
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
