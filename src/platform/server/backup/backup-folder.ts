import { createHash } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isDatabaseLost } from '../database-errors.ts'
import { messages } from './backup-messages.ts'

/**
 * Writes a folder that gets its name only when it is complete and synced to disk; until then, it is named
 * `FOLDER.unfinished`. A failure or interruption removes it; only a kill leaves it behind under that name.
 */
export async function withNewFolder<T>(path: string, work: (unfinished: string) => Promise<T>): Promise<T> {
  const folder = resolve(path)
  if (existsSync(folder)) throw new Error(messages.folderExists(folder))
  const unfinished = `${folder}.unfinished`
  await mkdir(unfinished, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') throw new Error(messages.unfinishedExists(unfinished), { cause })
    throw writeError(folder, cause)
  })
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const result = await work(unfinished)
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return result
  } catch (error) {
    remove()
    throw writeError(folder, error)
  } finally {
    process.off('exit', remove)
  }
}

/** Writes a file that only its owner can read, and syncs it to disk. */
export const writePrivate = (path: string, text: string) =>
  writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true })

export async function makePrivateFolder(path: string) {
  await mkdir(path, { mode: 0o700 })
}

/** Syncs the directory entries of a folder to disk. */
export async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** The SHA-256 of a backup file. Throws a readable error if the file is missing or unreadable. */
export async function hashFile(folder: string, file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk)
  } catch (cause) {
    throw readError(join(folder, file), cause as NodeJS.ErrnoException)
  }
  return hash.digest('hex')
}

export function readError(path: string, cause: NodeJS.ErrnoException): Error {
  const { code = cause.name } = cause
  return new Error(code === 'ENOENT' ? messages.missing(path) : messages.unreadable(path, code), { cause })
}

/** Turns file system errors into readable errors and passes on all others. */
function writeError(folder: string, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException
  if (!syscall || !code || isDatabaseLost(error)) return error
  return new Error(messages.unwritable(folder, code), { cause: error })
}
