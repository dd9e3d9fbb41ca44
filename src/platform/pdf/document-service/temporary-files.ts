import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { now } from '#platform/contract/clock.ts'
import { hashBytes, type StagedDocument } from './document-storage.ts'
import { messages } from './messages.ts'
import { extractsFolder } from './pdf-worker-pool.ts'

/**
 * Writes a document, in clear text, to a file that a virus scanner and a worker can read; `write` stores it when it is
 * kept. After a kill, a later start removes the file.
 */
export async function stageTemporary(
  dataDir: string,
  bytes: Uint8Array,
  write: (sha256: string, bytes: Uint8Array) => Promise<unknown>,
): Promise<StagedDocument> {
  const sha256 = hashBytes(bytes)
  const path = await writeTemporary(dataDir, bytes)
  const discard = () => rm(path, { force: true })
  const keep = async () => {
    await write(sha256, bytes).finally(discard)
  }
  return { sha256, path, keep, discard }
}

async function writeTemporary(dataDir: string, bytes: Uint8Array): Promise<string> {
  const folder = resolve(dataDir, extractsFolder)
  const path = join(folder, `${randomUUID()}.pdf`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    return path
  } catch (cause) {
    await rm(path, { force: true })
    const { code, message } = cause as NodeJS.ErrnoException
    throw new Error(messages.notKept(path, code ?? message), { cause })
  }
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

/** Undefined for a file or folder that does not exist. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
