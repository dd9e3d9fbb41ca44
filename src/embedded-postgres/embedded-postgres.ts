import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { findBinaries } from './binaries.ts'
import { type ClusterPaths, clusterHome, clusterPaths } from './cluster-folders.ts'
import { ClusterUsage } from './cluster-usage.ts'
import {
  type Durability,
  initCluster,
  type Passwords,
  readPasswords,
  settingArguments,
} from './init-cluster.ts'
import { messages } from './messages.ts'
import { findPostmaster, type ServerCommand, startServer } from './pg-process.ts'
import type { Purpose } from './usage-locks.ts'

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

type EmbeddedPostgresOptions = {
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

/** Creates the roles and the database of the portal if they are missing. */
async function createRoles(superuser: pg.ClientConfig, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ ...superuser, connectionTimeoutMillis: 10_000 })
  // If the connection breaks, its queries fail; without a listener, the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname in ('portal_owner', 'portal_app')
       union all select 'database' from pg_database where datname = 'portal'`,
    )
    const there = new Set(rows.map(({ name }) => name))
    if (!there.has('portal_owner')) await client.query(roleStatement(client, 'portal_owner', passwords.owner))
    if (!there.has('portal_app')) await client.query(roleStatement(client, 'portal_app', passwords.app))
    if (!there.has('database')) await client.query('create database portal owner portal_owner')
  } finally {
    await client.end()
  }
}

function roleStatement(client: pg.Client, name: string, password: string): string {
  return `create role ${name} login password ${client.escapeLiteral(password)}`
}

const pollMs = 1_000

/**
 * Restarts PostgreSQL if it dies while in use (connections recover by themselves). Returns a function that
 * stops the watchdog.
 */
function startWatchdog(usage: ClusterUsage, command: ServerCommand, say: (line: string) => void) {
  const { data } = command.place
  let starting: Promise<void> | undefined
  const timer = setInterval(() => {
    if (!starting && !findPostmaster(data)) starting = startAgain()
  }, pollMs)
  timer.unref()

  return async () => {
    clearInterval(timer)
    await starting
  }

  async function startAgain() {
    try {
      await usage.alone(async () => {
        if (findPostmaster(data)) return
        say(messages.startingAgain)
        await startServer(command, true)
      })
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
    }
    starting = undefined
  }
}
