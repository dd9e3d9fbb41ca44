import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '../../contract/clock.ts'

/** A younger file may be in use by another process. */
const oldMs = 60 * 60_000

/**
 * Removes leftovers of killed processes from a data folder: results being sent and documents not yet stored.
 * Stops on abort.
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
