import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { binariesFor } from './binaries.ts'
import { homeIn, type Place, placeOf } from './cluster-paths.ts'
import { Tenancy } from './cluster-usage.ts'
import { initCluster } from './init-cluster.ts'
import { messages } from './messages.ts'
import { type Passwords, passwordsIn } from './passwords.ts'
import { startServer } from './pg-process.ts'
import { postmasterOf } from './postmaster.ts'
import { makeRoles } from './roles.ts'
import { type Durability, settingWords } from './server-settings.ts'
import type { Purpose } from './usage-locks.ts'
import { guard } from './watchdog.ts'

export type EmbeddedPostgres = {
  /** Owns and migrates the database `portal`. */
  owner: ClientConfig
  /** Serves requests; owns nothing and is subject to row-level security. */
  app: ClientConfig
  /** Bypasses every policy: for tests and repairs only. */
  superuser: ClientConfig
  /** Releases the database; the last process stops it. */
  close(): Promise<void>
}

export type OpenOptions = {
  dataDir: string
  purpose: Purpose
  durability?: Durability
  say?: (line: string) => void
}

/**
 * The running PostgreSQL of a data folder, created if necessary. Any number of commands share it with one
 * server; a second server is rejected. The PostgreSQL of a killed process is taken over. Throws OpenError.
 */
export async function openEmbeddedPostgres(options: OpenOptions): Promise<EmbeddedPostgres> {
  const home = homeIn(options.dataDir)
  const tenancy = await Tenancy.enter(home, options.purpose)
  try {
    const { command, addresses } = await start(home, options, tenancy)
    tenancy.settle()
    const endGuard = guard(tenancy, command, options.say ?? (() => {}))
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= endGuard().then(() => tenancy.leave())
      return closed
    }
    return { ...addresses, close }
  } catch (error) {
    await tenancy.leave()
    throw error
  }
}

async function start(home: string, { durability = 'durable', say }: OpenOptions, tenancy: Tenancy) {
  const passwords = passwordsIn(join(home, 'passwords.json'))
  const place = placeOf(home)
  const addresses = addressesOf(place, passwords)
  const binaries = await binariesFor(place.user)
  const isShared = tenancy.isShared()
  if (!isShared && postmasterOf(place.data)) say?.(messages.takingOver)
  await initCluster(place, binaries, passwords.superuser, durability)
  const command = {
    place,
    words: [binaries.postgres, '-D', place.data, ...settingWords(place.socket, durability)],
  }
  await startServer(command, isShared)
  await makeRoles(addresses.superuser, passwords)
  return { command, addresses }
}

function addressesOf({ socket }: Place, passwords: Passwords) {
  const at = { host: socket, port: 5432 }
  return {
    owner: { ...at, user: 'portal_owner', password: passwords.owner, database: 'portal' },
    app: { ...at, user: 'portal_app', password: passwords.app, database: 'portal' },
    superuser: { ...at, user: 'postgres', password: passwords.superuser, database: 'postgres' },
  }
}
