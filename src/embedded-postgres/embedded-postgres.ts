import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import type { Application } from './application.ts'
import { findBinaries } from './binaries.ts'
import { type ClusterPaths, clusterHome, clusterPaths } from './cluster-folders.ts'
import { ClusterUsage } from './cluster-usage.ts'
import { messages } from './embedded-errors.ts'
import {
  type Durability,
  initCluster,
  type Passwords,
  readPasswords,
  settingArguments,
} from './init-cluster.ts'
import { findPostmaster, type ServerCommand, startServer } from './pg-process.ts'
import type { Purpose } from './usage-locks.ts'

export type EmbeddedPostgres = {
  /** The role that owns the database. */
  owner: ClientConfig
  /** The role that serves requests; it owns nothing and is subject to row-level security. */
  app: ClientConfig
  /** The role that bypasses every policy, for tests and repairs only. */
  superuser: ClientConfig
  /** Releases the database; the last process to do so stops it. */
  close(): Promise<void>
}

type EmbeddedPostgresOptions = {
  application: Application
  /** The cluster is in its folder `postgres`. */
  dataDir: string
  purpose: Purpose
  /** `disposable` syncs nothing to disk. */
  durability?: Durability
  /** Receives messages for the operator about a takeover or a restart. */
  print?: (line: string) => void
}

/**
 * The running PostgreSQL of a data folder, created if necessary. Any number of commands share it with one
 * server; a second server is rejected. The PostgreSQL of a killed process is taken over. Throws EmbeddedPostgresError.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { application, print = () => {} } = options
  const home = clusterHome(options.dataDir, application)
  const usage = await ClusterUsage.enter(home, application, options.purpose)
  try {
    const { command, addresses } = await start(home, options, usage)
    usage.settle()
    const stopWatchdog = startWatchdog(usage, command, print)
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= stopWatchdog().then(() => usage.leave())
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
  { application, durability = 'durable', print }: EmbeddedPostgresOptions,
  usage: ClusterUsage,
) {
  const passwords = readPasswords(join(home, 'passwords.json'))
  const paths = clusterPaths(home, application)
  const addresses = createAddresses(paths, passwords)
  const binaries = await findBinaries(paths.user, application)
  const isShared = usage.isShared()
  if (!isShared && findPostmaster(paths.data)) print?.(messages.takingOver)
  await initCluster(paths, binaries, passwords.superuser, durability)
  const command = {
    paths,
    args: [binaries.postgres, '-D', paths.data, ...settingArguments(paths.socket, durability)],
  }
  await startServer(command, isShared)
  await createRoles(addresses.superuser, application, passwords)
  return { command, addresses }
}

function createAddresses({ application, socket }: ClusterPaths, passwords: Passwords) {
  const { database, ownerRole, appRole } = application
  const at = { host: socket, port: 5432 }
  return {
    owner: { ...at, user: ownerRole, password: passwords.owner, database },
    app: { ...at, user: appRole, password: passwords.app, database },
    superuser: { ...at, user: 'postgres', password: passwords.superuser, database: 'postgres' },
  }
}

/** Creates the roles and the database of the application if they are missing. */
async function createRoles(
  superuser: pg.ClientConfig,
  { database, ownerRole, appRole }: Application,
  passwords: Passwords,
): Promise<void> {
  const client = new pg.Client({ ...superuser, connectionTimeoutMillis: 10_000 })
  // If the connection breaks, its queries fail; without a listener, the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname in ($1, $2)',
      [ownerRole, appRole],
    )
    const existing = new Set(roles.rows.map(({ name }) => name))
    if (!existing.has(ownerRole)) await client.query(roleStatement(client, ownerRole, passwords.owner))
    if (!existing.has(appRole)) await client.query(roleStatement(client, appRole, passwords.app))
    const databases = await client.query('select from pg_database where datname = $1', [database])
    if (databases.rowCount === 0) await client.query(databaseStatement(client, database, ownerRole))
  } finally {
    await client.end()
  }
}

function roleStatement(client: pg.Client, name: string, password: string): string {
  return `create role ${client.escapeIdentifier(name)} login password ${client.escapeLiteral(password)}`
}

function databaseStatement(client: pg.Client, name: string, owner: string): string {
  return `create database ${client.escapeIdentifier(name)} owner ${client.escapeIdentifier(owner)}`
}

const pollMs = 1_000

/**
 * Restarts PostgreSQL if it dies while in use (connections recover by themselves). Returns a function that
 * stops the watchdog.
 */
function startWatchdog(usage: ClusterUsage, command: ServerCommand, print: (line: string) => void) {
  const { data } = command.paths
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
        print(messages.startingAgain)
        await startServer(command, true)
      })
    } catch (error) {
      print(error instanceof Error ? error.message : String(error))
    }
    starting = undefined
  }
}
