import type pg from 'pg'
import type { DatabaseAddress } from './database.ts'
import { DatabaseUnfit, StandbyError } from './database-errors.ts'
import { messages } from './messages.ts'
import { endConnection, openConnection, serverProcessOf } from './pg-client.ts'

const oldestMajor = 17

type Addresses = { owner: DatabaseAddress; app: DatabaseAddress; close(): Promise<void> }

/**
 * The addresses of a PostgreSQL that is not ours. The role in the address owns and migrates; every session that serves
 * steps down to `portal_app`, whom row-level security holds. Throws DatabaseUnfit where that cannot be relied on.
 */
export async function externalDatabase(connectionString: string): Promise<Addresses> {
  const owner = addressOf(connectionString)
  const app = { ...owner, role: 'portal_app' }
  try {
    await ensureServingRole(owner)
    await refuseTransactionPooling(app)
  } catch (cause) {
    if (cause instanceof DatabaseUnfit) throw cause
    throw new DatabaseUnfit(messageFor(cause), { cause })
  }
  return { owner, app, close: async () => {} }
}

/**
 * The connection strings of the hosts that one names, in its order. Several hosts are written as libpq does:
 * `postgres://user:secret@db1:5432,db2:5432/portal?target_session_attrs=read-write`.
 */
export function connectionStringsOf(connectionString: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

function addressOf(connectionString: string): DatabaseAddress {
  const servers = connectionStringsOf(connectionString).map((each) => ({ connectionString: each }))
  return servers.length > 1 ? { servers } : { connectionString }
}

async function ensureServingRole(owner: DatabaseAddress) {
  const client = await openConnection(owner)
  try {
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as version, rolsuper or rolbypassrls as bypasses,
             rolname = 'portal_app' as "isServingRole"
        from pg_roles where rolname = session_user`)
    refuseOldServer(rows[0].version)
    if (rows[0].bypasses) throw new DatabaseUnfit(messages.loginPassesRowSecurity)
    if (rows[0].isServingRole) throw new DatabaseUnfit(messages.loginIsServingRole)
    await ensureMembership(client)
  } finally {
    await endConnection(client)
  }
}

async function ensureMembership(client: pg.Client) {
  const { rows } = await client.query(`select 1 from pg_roles where rolname = 'portal_app'`)
  if (rows.length === 0) await client.query('create role portal_app nologin')
  const { rows: member } = await client.query(`select 1 where pg_has_role(current_user, 'portal_app', 'set')`)
  if (member.length === 0) await client.query('grant portal_app to current_user')
  const { rows: owner } = await client.query(
    `select 1 where pg_has_role('portal_app', session_user, 'member')`,
  )
  if (owner.length > 0) throw new DatabaseUnfit(messages.loginIsServingRole)
}

/** Refuses a PostgreSQL (its `server_version_num`) without the collation `pg_c_utf8`, which came with 17. */
export function refuseOldServer(version: number) {
  const major = Math.floor(version / 10_000)
  if (major >= oldestMajor) return
  throw new DatabaseUnfit(messages.oldServer(major, oldestMajor))
}

/**
 * Refuses a pooler that gives each transaction a server session of its own: the role of a session would not be that
 * of its next transaction. Two sessions through such a pooler share a server, or one of them changes it.
 */
async function refuseTransactionPooling(app: DatabaseAddress) {
  const first = await openConnection(app)
  try {
    const second = await openConnection(app)
    try {
      for (let round = 0; round < 3; round += 1) {
        await second.query('begin')
        const processes = [await processIn(first), await processIn(second)]
        await second.query('commit')
        const [own, other] = processes
        if (own !== serverProcessOf(first) || own === other)
          throw new DatabaseUnfit(messages.transactionPooling)
      }
    } finally {
      await endConnection(second)
    }
  } finally {
    await endConnection(first)
  }
}

async function processIn(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query('select pg_backend_pid() as process')
  return rows[0].process
}

function messageFor(cause: unknown): string {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (cause instanceof StandbyError) return messages.onlyStandbys
  if (code === '42501') return messages.mayNotMakeRole
  if (/^28/.test(code)) return messages.refusesLogin
  if (code === '3D000') return messages.noDatabase
  if (code === '53300') return messages.noConnectionLeft
  if (/does not support SSL/.test(message)) return messages.noTls
  if (code === '08P01') return messages.poolerRefuses(message)
  return messages.unreachable(code || undefined)
}
