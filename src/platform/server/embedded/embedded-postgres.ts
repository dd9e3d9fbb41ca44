import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { findBinaries } from './binaries.ts'
import { type ClusterPaths, clusterHome, clusterPaths } from './cluster-paths.ts'
import { ClusterUsage } from './cluster-usage.ts'
import { initCluster } from './init-cluster.ts'
import { messages } from './messages.ts'
import { type Passwords, readPasswords } from './passwords.ts'
import { startServer } from './pg-process.ts'
import { findPostmaster } from './postmaster.ts'
import { createRoles } from './roles.ts'
import { type Durability, settingArguments } from './server-settings.ts'
import type { Purpose } from './usage-locks.ts'
import { startWatchdog } from './watchdog.ts'

export type EmbeddedPostgres = {
  /** The role that owns and migrates the database `portal`. */
  owner: ClientConfig
  /** The role that serves requests; it owns nothing and is subject to row-level security. */
  app: ClientConfig
  /** The role that bypasses every policy, for tests and repairs only. */
  superuser: ClientConfig
  /** Releases the database; the last process to do so stops it. */
  close(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  purpose: Purpose
  durability?: Durability
  say?: (line: string) => void
}

/**
 * The running PostgreSQL of a data folder, created if necessary. Any number of commands share it with one
 * server; a second server is rejected. The PostgreSQL of a killed process is taken over. Throws EmbeddedPostgresError.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = clusterHome(options.dataDir)
  const usage = await ClusterUsage.enter(home, options.purpose)
  try {
    const { command, addresses } = await start(home, options, usage)
    usage.settle()
    const endGuard = startWatchdog(usage, command, options.say ?? (() => {}))
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= endGuard().then(() => usage.leave())
      return closed
    }
    return { ...addresses, close }
  } catch (error) {
    await usage.leave()
    throw error
  }
}

async function start(
  home: string,
  { durability = 'durable', say }: EmbeddedPostgresOptions,
  usage: ClusterUsage,
) {
  const passwords = readPasswords(join(home, 'passwords.json'))
  const place = clusterPaths(home)
  const addresses = createAddresses(place, passwords)
  const binaries = await findBinaries(place.user)
  const isShared = usage.isShared()
  if (!isShared && findPostmaster(place.data)) say?.(messages.takingOver)
  await initCluster(place, binaries, passwords.superuser, durability)
  const command = {
    place,
    words: [binaries.postgres, '-D', place.data, ...settingArguments(place.socket, durability)],
  }
  await startServer(command, isShared)
  await createRoles(addresses.superuser, passwords)
  return { command, addresses }
}

function createAddresses({ socket }: ClusterPaths, passwords: Passwords) {
  const at = { host: socket, port: 5432 }
  return {
    owner: { ...at, user: 'portal_owner', password: passwords.owner, database: 'portal' },
    app: { ...at, user: 'portal_app', password: passwords.app, database: 'portal' },
    superuser: { ...at, user: 'postgres', password: passwords.superuser, database: 'postgres' },
  }
}
