import type pg from 'pg'
import { messages } from '../config/messages.ts'
import type { DatabaseAddress } from './database.ts'
import { StandbyError, UnsuitableDatabaseError } from './database-errors.ts'
import {
  applicationNames,
  describeServer,
  endConnection,
  openConnection,
  type Server,
  type SessionOptions,
  serverLock,
  serverProcessId,
} from './pg-client.ts'

const oldestMajor = 17
const servingRole = 'portal_app'

type Purpose = SessionOptions['purpose']

type DatabaseAddresses = {
  owner: DatabaseAddress
  app: DatabaseAddress
  /** Whether other servers of the portal have sessions on the database. */
  isShared: boolean
  close(): Promise<void>
}

/**
 * The addresses of an external PostgreSQL. The role in the address owns and migrates the schema; every
 * serving session steps down to `portal_app`, which is subject to row-level security. Throws UnsuitableDatabaseError if
 * the server cannot guarantee that.
 */
export async function checkExternalDatabase(
  connectionString: string,
  purpose?: Purpose,
): Promise<DatabaseAddresses> {
  const owner = toAddress(connectionString)
  const app = { ...owner, role: servingRole }
  try {
    const isShared = await inOwnSession(owner, purpose, async (client) => {
      await ensureServingRole(client)
      return hasOtherServers(client)
    })
    await rejectTransactionPooling(app, purpose)
    return { owner, app, isShared, close: async () => {} }
  } catch (cause) {
    if (cause instanceof UnsuitableDatabaseError) throw cause
    throw new UnsuitableDatabaseError(describeFailure(cause), { cause })
  }
}

/**
 * The connection strings of the hosts that one string names, in order. Several hosts use the libpq syntax:
 * `postgres://user:secret@db1:5432,db2:5432/portal?target_session_attrs=read-write`.
 */
export function splitConnectionString(connectionString: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/**
 * The hosts of a connection string, and whether sessions with them have TLS with a verified certificate. A Unix socket begins
 * with a slash. A host is left out if a file in its parameters, such as `sslrootcert`, cannot be read, because no session
 * with it opens.
 */
export function describeServers(connectionString: string | undefined): Server[] {
  const servers = connectionString ? splitConnectionString(connectionString) : []
  return servers.flatMap((each) => {
    try {
      return [describeServer(each)]
    } catch {
      return []
    }
  })
}

/** The address of a standby of the same database, for sessions with the serving role. */
export const toReplicaAddress = (connectionString: string): DatabaseAddress => ({
  ...toAddress(connectionString),
  role: servingRole,
  mayBeStandby: true,
})

function toAddress(connectionString: string): DatabaseAddress {
  const servers = splitConnectionString(connectionString).map((each) => ({ connectionString: each }))
  return servers.length > 1 ? { servers } : { connectionString }
}

async function inOwnSession<T>(
  owner: DatabaseAddress,
  purpose: Purpose,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(owner, { statementTimeoutMs: 0, purpose })
  return work(client).finally(() => endConnection(client))
}

async function ensureServingRole(client: pg.Client) {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as bypasses,
           rolname = 'portal_app' as "isServingRole"
      from pg_roles where rolname = session_user`)
  rejectOldServer(rows[0].version)
  if (rows[0].bypasses) throw new UnsuitableDatabaseError(messages.loginPassesRowSecurity)
  if (rows[0].isServingRole) throw new UnsuitableDatabaseError(messages.loginIsServingRole)
  await ensureMembership(client)
}

/** Servers share a lock. Servers of the previous version do not; the application name shows them. */
async function hasOtherServers(client: pg.Client): Promise<boolean> {
  const [group, name] = serverLock
  const others = `
    select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (pid in (select pid from pg_locks
                     where locktype = 'advisory' and objsubid = 2
                       and classid = ${group}::oid and objid = ${name}::oid)
         or starts_with(application_name, $1) and not starts_with(application_name, $2))
     limit 1`
  return (await client.query(others, [applicationNames.server, applicationNames.command])).rowCount !== 0
}

async function ensureMembership(client: pg.Client) {
  const { rows } = await client.query(`select 1 from pg_roles where rolname = 'portal_app'`)
  if (rows.length === 0) await client.query('create role portal_app nologin')
  const { rows: member } = await client.query(`select 1 where pg_has_role(current_user, 'portal_app', 'set')`)
  if (member.length === 0) await client.query('grant portal_app to current_user')
  const { rows: owner } = await client.query(
    `select 1 where pg_has_role('portal_app', session_user, 'member')`,
  )
  if (owner.length > 0) throw new UnsuitableDatabaseError(messages.loginIsServingRole)
}

/**
 * Rejects a PostgreSQL (by its `server_version_num`) without the collation `pg_c_utf8`, which came with 17.
 */
export function rejectOldServer(version: number) {
  const major = Math.floor(version / 10_000)
  if (major >= oldestMajor) return
  throw new UnsuitableDatabaseError(messages.oldServer(major, oldestMajor))
}

/**
 * Rejects a pooler in transaction mode, where the role of a session would not apply to its next transaction.
 * Two sessions through such a pooler share a server process, or one of them changes it.
 */
export async function rejectTransactionPooling(app: DatabaseAddress, purpose?: Purpose) {
  const options = { statementTimeoutMs: 0, purpose }
  const first = await openConnection(app, options)
  try {
    const second = await openConnection(app, options)
    try {
      for (let round = 0; round < 3; round += 1) {
        await second.query('begin')
        const processes = [await readBackendPid(first), await readBackendPid(second)]
        await second.query('commit')
        const [own, other] = processes
        if (own !== serverProcessId(first) || own === other)
          throw new UnsuitableDatabaseError(messages.transactionPooling)
      }
    } finally {
      await endConnection(second)
    }
  } finally {
    await endConnection(first)
  }
}

async function readBackendPid(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query('select pg_backend_pid() as process')
  return rows[0].process
}

function describeFailure(cause: unknown): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (cause instanceof StandbyError) return messages.onlyStandbys
  if (code === '42501') return messages.mayNotMakeRole
  if (code === '28P01') return messages.refusesLogin
  if (code === '28000') return messages.notAdmitted
  if (code === '3D000') return messages.noDatabase
  if (code === '53300') return messages.noConnectionLeft
  if (/does not support SSL/.test(message)) return messages.noTls
  if (code === '08P01') return messages.poolerRefuses(message)
  return messages.unreachable(code || undefined)
}
