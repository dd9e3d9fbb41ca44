import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '../../contract/clock.ts'

/** A file that is written or scanned right now, by another process perhaps, is younger. */
const oldMs = 60 * 60_000

/**
 * Removes what killed processes left in a data folder: answers on their way to a reader, and documents that were not in
 * the store yet. Stops when the signal says so.
 */
export async function removeLeftovers(dataDir: string, signal: AbortSignal): Promise<void> {
  const documents = join(dataDir, 'documents')
  await removeOld(join(dataDir, 'answers'), '.pdf')
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
