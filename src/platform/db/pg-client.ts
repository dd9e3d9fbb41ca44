import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { z } from 'zod'
import { messages } from '../config/messages.ts'
import { traceStatement } from '../telemetry/traced.ts'
import { isReadOnlyServer, StandbyError, UnsuitableDatabaseError } from './database-errors.ts'

/** The address of a database and the role of its sessions. */
export type DatabaseAddress = pg.ClientConfig & {
  /**
   * The servers of one database, a primary and its standbys: sessions open on the one that accepts writes.
   */
  servers?: readonly pg.ClientConfig[]
  /** The role that each session steps down to. A session that keeps more rights is rejected. */
  role?: string
  /** Whether the server may be a standby, which serves only reads. */
  mayBeStandby?: boolean
}

export type SessionOptions = {
  /** In milliseconds; 0 means none. */
  statementTimeoutMs: number
  /** The process that the session belongs to. Other servers recognize those of a server, but no others. */
  purpose?: 'server' | 'command' | undefined
}

/** What `pg_stat_activity` shows for sessions of the portal, unless a pooler or the address replaces it. */
export const applicationNames = { server: 'portal', command: 'portal command' }

/** The keys of the advisory lock that the sessions of every server share, in SQL. A session that breaks loses it. */
export const serverLock = [`hashtext('portal')`, `hashtext('server')`] as const

const connectTimeoutMs = 10_000
const idleInTransactionMs = 10 * 60_000
/**
 * The client waits a quarter longer than the server, but at most this much longer, so that the server can
 * report its own timeout.
 */
const longestMarginMs = 5_000

/**
 * Options of every connection. Keep-alive detects that a peer vanished while the connection was idle;
 * `query_timeout`, while a response was due.
 */
export function connectionSettings({
  statementTimeoutMs,
  purpose = 'command',
}: SessionOptions): pg.ClientConfig {
  return {
    application_name: applicationNames[purpose],
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: statementTimeoutMs + Math.min(statementTimeoutMs / 4, longestMarginMs),
  }
}

/**
 * A connection, not yet opened. If it breaks, its queries fail; without a listener, the error would end the
 * process.
 */
function createClient(address: pg.ClientConfig): pg.Client {
  const client = new pg.Client(address)
  client.on('error', () => {})
  return client
}

export type Server = { host: string; isEncrypted: boolean }

/**
 * The host of a connection string, as the driver understands it with its environment variables, and whether a session has
 * TLS with a verified certificate. Throws if a file in its parameters cannot be read.
 */
export function describeServer(connectionString: string): Server {
  const { host, ssl } = createClient({ connectionString })
  return { host, isEncrypted: isVerified(ssl) }
}

/** The driver omits the check of the name with `uselibpqcompat`, and any check with `sslmode=no-verify`. */
const isVerified = (ssl: boolean | ConnectionOptions): boolean =>
  typeof ssl === 'object' ? ssl.rejectUnauthorized !== false && !ssl.checkServerIdentity : ssl

/** Opens a dedicated connection to the first server of the address that accepts writes. */
export async function openConnection(
  address: DatabaseAddress,
  options: SessionOptions = { statementTimeoutMs: 0 },
): Promise<pg.Client> {
  let failure: unknown
  for (const server of listServers(address)) {
    const client = createClient({ ...address, ...connectionSettings(options), ...server })
    try {
      await client.connect()
      await startSession(client, address, options)
      return client
    } catch (error) {
      await endConnection(client)
      if (!isWorthAnotherServer(error)) throw error
      failure = moreSpecificError(failure, error)
    }
  }
  throw failure
}

/** Of two unusable servers, a standby is more informative than an unreachable one. */
export const moreSpecificError = (one: unknown, other: unknown) => (one instanceof StandbyError ? one : other)

/** Ends a connection and drops it if its server does not respond. */
export async function endConnection(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {})
  await Promise.race([ended, delay(1_000, undefined, { ref: false })])
  client.connection.stream.destroy()
}

export const listServers = ({ servers }: DatabaseAddress): readonly pg.ClientConfig[] =>
  servers && servers.length > 0 ? servers : [{}]

/** Whether another server of the list may work instead: this one is unreachable or read-only. */
export const isWorthAnotherServer = (error: unknown) =>
  !(error instanceof UnsuitableDatabaseError || error instanceof pg.DatabaseError) || isStarting(error)

/** The server is starting, stopping or recovering and accepts no sessions. */
const isStarting = (error: Error) => /^57P/.test((error as { code?: string }).code ?? '')

const session = z.object({
  role: z.string(),
  bypassesRowSecurity: z.boolean(),
  process: z.number(),
  isReadOnly: z.boolean(),
})

const sessionResult = z.object({ rows: z.tuple([session]) })

const processes = new WeakMap<pg.ClientBase, number>()

/** The server process of a session. Behind a pooler, `client.processID` is the pooler's own number. */
export const serverProcessId = (client: pg.ClientBase): number | undefined => processes.get(client)

/**
 * Steps down to the role of the address, sets the timeouts, shares the lock of servers, and rejects a session with another
 * role, a role that bypasses row-level security, or an unwanted standby or read-only server. All by SQL, since poolers drop
 * startup parameters.
 */
export async function startSession(
  client: pg.ClientBase,
  address: DatabaseAddress,
  { statementTimeoutMs, purpose }: SessionOptions,
): Promise<void> {
  const statements = [
    ...(address.role ? [`set role ${pg.escapeIdentifier(address.role)}`] : []),
    `set statement_timeout = ${statementTimeoutMs}`,
    // Sessions with a time limit serve requests: no request takes more than one processor.
    ...(statementTimeoutMs > 0 ? ['set max_parallel_workers_per_gather = 0'] : []),
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    ...(purpose === 'server' ? [`select pg_try_advisory_lock_shared(${serverLock.join()})`] : []),
    `select current_user::text as role, rolsuper or rolbypassrls as "bypassesRowSecurity",
            pg_backend_pid() as process, current_setting('transaction_read_only') = 'on' as "isReadOnly"
       from pg_roles where rolname = current_user`,
  ]
  const results: unknown = await client.query(statements.join(';\n')).catch((error: unknown) => {
    throw isRoleRefused(error)
      ? new UnsuitableDatabaseError(messages.cannotStepDown(String(address.role)))
      : error
  })
  const { rows } = sessionResult.parse(z.array(z.unknown()).parse(results).at(-1))
  const [{ role, bypassesRowSecurity, process, isReadOnly }] = rows
  if (address.role && (role !== address.role || bypassesRowSecurity))
    throw new UnsuitableDatabaseError(messages.passesRowSecurity(role))
  if (isReadOnly && !address.mayBeStandby) throw new StandbyError(messages.standby)
  processes.set(client, process)
}

const isRoleRefused = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '42501' || error.code === '22023')

type Query = (...words: unknown[]) => unknown

/**
 * Calls `onUnusable` when the server goes silent or no longer accepts writes, and ends a silent connection, so that no
 * later query uses it.
 */
export function watchServer(client: pg.Client, onUnusable: () => void): void {
  wrapQuery(client, (query, words) => {
    const result = query(...words)
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        if (isSilence(error) || isReadOnlyServer(error)) onUnusable()
        if (isSilence(error)) void client.end().catch(() => {})
      })
    return result
  })
}

function wrapQuery(client: pg.Client, run: (query: Query, words: unknown[]) => unknown) {
  const query = client.query.bind(client) as Query
  client.query = ((...words: unknown[]) => run(query, words)) as typeof client.query
}

const statementNames = new Map<string, string>()

/** From now on, each connection of a pool parses this text only once, and can keep its plan. */
export function prepareStatement(text: string): void {
  if (!statementNames.has(text)) statementNames.set(text, hash('sha1', text))
}

/** Sends prepared statements under a name, so that PostgreSQL keeps their plans, in transactions, too; traces them all. */
export function nameStatements(client: pg.Client): void {
  wrapQuery(client, (query, [text, values, ...rest]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    return traceStatement(text, () =>
      name === undefined ? query(text, values, ...rest) : query({ name, text, values }),
    )
  })
}

const isSilence = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
