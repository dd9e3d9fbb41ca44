import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { stopServer } from './pg-process.ts'
import { findClusterUsers, tryLock } from './usage-locks.ts'

const prefix = 'portal-throwaway-'
const roomNeeded = 1_000_000_000
const settledMs = 60_000

/**
 * A new PostgreSQL that keeps its data in memory if possible, syncs nothing, accepts 400 connections and is
 * deleted when closed. Leftovers of a killed process are removed by the next one.
 */
export async function openTemporaryPostgres(): Promise<EmbeddedPostgres> {
  const parent = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()
  await clearAbandoned(parent)
  const dataDir = mkdtempSync(join(parent, prefix))
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'server', durability: 'disposable' })
  return {
    ...postgres,
    async close() {
      await postgres.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > roomNeeded
}

async function clearAbandoned(parent: string) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name)
    if (isAbandoned(folder)) {
      await stopServer(join(folder, 'postgres/cluster'))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function isAbandoned(folder: string): boolean {
  const home = join(folder, 'postgres')
  if (Date.now() - statSync(folder).mtimeMs < settledMs || !existsSync(join(home, 'lock'))) return false
  const lock = tryLock(join(home, 'lock'))
  if (!lock) return false
  const inUse = findClusterUsers(join(home, 'leases')).length > 0
  lock.release()
  return !inUse
}
