import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Application } from './application.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { stopServer } from './pg-process.ts'
import { findClusterUsers, tryLock } from './usage-locks.ts'

const roomNeeded = 1_000_000_000
const settledMs = 60_000

/**
 * A new PostgreSQL that keeps its data in memory if possible, syncs nothing, accepts 400 connections and is
 * deleted when closed. Leftovers of a killed process are removed by the next one.
 */
export async function openTemporaryPostgres(application: Application): Promise<EmbeddedPostgres> {
  const prefix = `${application.tempPrefix}throwaway-`
  const parent = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()
  await clearAbandoned(parent, prefix, application)
  const dataDir = mkdtempSync(join(parent, prefix))
  const postgres = await openEmbeddedPostgres({
    application,
    dataDir,
    purpose: 'server',
    durability: 'disposable',
  })
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

async function clearAbandoned(parent: string, prefix: string, application: Application) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name)
    if (isAbandoned(folder, application)) {
      await stopServer(join(folder, 'postgres/cluster'))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function isAbandoned(folder: string, application: Application): boolean {
  const home = join(folder, 'postgres')
  if (Date.now() - statSync(folder).mtimeMs < settledMs || !existsSync(join(home, 'lock'))) return false
  const lock = tryLock(join(home, 'lock'), application)
  if (!lock) return false
  const inUse = findClusterUsers(join(home, 'leases'), application).length > 0
  lock.release()
  return !inUse
}
