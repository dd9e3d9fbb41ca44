import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { binariesFor } from './binaries.ts'
import { CannotOpen } from './cannot-open.ts'
import { makeCluster } from './cluster.ts'
import { homeIn, type Place, placeOf } from './cluster-place.ts'
import { lockOf, tryLock } from './kernel-lock.ts'
import { holdersOf, type Lease, type Purpose, takeLease } from './leases.ts'
import { type Passwords, passwordsIn } from './passwords.ts'
import { postmasterOf } from './postmaster.ts'
import { makeRoles } from './roles.ts'
import { startServer, stopServer } from './server-process.ts'
import { type Durability, settingWords } from './server-settings.ts'

export type EmbeddedPostgres = {
  /** Owns the database `portal` and migrates it. */
  owner: ClientConfig
  /** Serves requests; owns nothing, and row-level security holds for it. */
  app: ClientConfig
  /** Passes every policy: for tests and repairs only. */
  superuser: ClientConfig
  /** Lets go of it; the last process out stops it. */
  close(): Promise<void>
}

export type OpenOptions = {
  dataDir: string
  purpose: Purpose
  durability?: Durability
  say?: (line: string) => void
}

const lockPatienceMs = 6 * 60_000

/**
 * The PostgreSQL of a data folder, made if need be, running and ready. Any number of commands share it with one
 * server; a second server is refused. What a killed process left is taken over. Throws CannotOpen.
 */
export async function openEmbeddedPostgres(options: OpenOptions): Promise<EmbeddedPostgres> {
  const home = homeIn(options.dataDir)
  const leases = join(home, 'leases')
  const lock = await lockOf(join(home, 'lock'), lockPatienceMs)
  try {
    const others = holdersOf(leases)
    if (options.purpose === 'server') refuseSecondServer(others, options.dataDir)
    const lease = takeLease(leases, options.purpose)
    const place = placeOf(home)
    try {
      const passwords = await start(place, options, others.length > 0)
      return { ...addressesOf(place, passwords), close: closing(place, lease) }
    } catch (error) {
      lease.release()
      if (others.length === 0) await stopServer(place.data)
      throw error
    }
  } finally {
    lock.release()
  }
}

async function start(place: Place, { say, durability = 'durable' }: OpenOptions, othersUseIt: boolean) {
  const passwords = passwordsIn(join(place.home, 'passwords.json'))
  const binaries = await binariesFor(place.user)
  if (postmasterOf(place.data) && !othersUseIt)
    say?.('Taking over the PostgreSQL that an interrupted run left behind.')
  await makeCluster(place, binaries, passwords.superuser, durability)
  const words = [binaries.postgres, '-D', place.data, ...settingWords(place.socket, durability)]
  await startServer({ place, words }, othersUseIt)
  await makeRoles(addressesOf(place, passwords).superuser, passwords)
  return passwords
}

function addressesOf({ socket }: Place, passwords: Passwords) {
  const at = { host: socket, port: 5432 }
  return {
    owner: { ...at, user: 'portal_owner', password: passwords.owner, database: 'portal' },
    app: { ...at, user: 'portal_app', password: passwords.app, database: 'portal' },
    superuser: { ...at, user: 'postgres', password: passwords.superuser, database: 'postgres' },
  }
}

function refuseSecondServer(others: { purpose: string; processId: number }[], dataDir: string) {
  const first = others.find(({ purpose }) => purpose === 'server')
  if (!first) return
  throw new CannotOpen(
    `The portal already runs on ${dataDir} (process ${first.processId}). Stop that one first, or start this one with another DATA_DIR.`,
  )
}

function closing(place: Place, lease: Lease): () => Promise<void> {
  const leases = join(place.home, 'leases')
  const lockFile = join(place.home, 'lock')
  let closed: Promise<void> | undefined
  process.once('exit', stopUnasked)

  return () => {
    closed ??= close()
    return closed
  }

  async function close() {
    process.off('exit', stopUnasked)
    const lock = await lockOf(lockFile, lockPatienceMs)
    try {
      lease.release()
      if (holdersOf(leases).length === 0) await stopServer(place.data)
    } finally {
      lock.release()
    }
  }

  /** A process that ends without closing can still ask PostgreSQL to stop, though not wait for it. */
  function stopUnasked() {
    const lock = tryLock(lockFile)
    if (!lock) return
    lease.release()
    const running = holdersOf(leases).length === 0 ? postmasterOf(place.data) : undefined
    if (running) process.kill(running.processId, 'SIGINT')
    lock.release()
  }
}
