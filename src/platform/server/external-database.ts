import { connectionTo } from './connection.ts'
import type { DatabaseAddress } from './database.ts'
import { messages } from './messages.ts'

/** The database cannot be used as it is: the message says why and what its administrator types. */
export class DatabaseUnfit extends Error {
  override name = 'DatabaseUnfit'
}

const oldestMajor = 17

type Addresses = { owner: DatabaseAddress; app: DatabaseAddress; close(): Promise<void> }

/**
 * The addresses of a PostgreSQL that is not ours. The role in the address owns and migrates; every
 * connection that serves steps down to `portal_app`, whom row-level security holds.
 */
export async function externalDatabase(connectionString: string): Promise<Addresses> {
  await ensureServingRole(connectionString)
  return {
    owner: { connectionString },
    app: { connectionString, options: '-c role=portal_app' },
    close: async () => {},
  }
}

async function ensureServingRole(connectionString: string) {
  const client = connectionTo({ connectionString, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows: versions } = await client.query(
      `select current_setting('server_version_num')::int as number`,
    )
    refuseOldServer(versions[0].number)
    const { rows } = await client.query(`select 1 from pg_roles where rolname = 'portal_app'`)
    if (rows.length === 0) await client.query('create role portal_app nologin')
    const { rows: member } = await client.query(
      `select 1 where pg_has_role(current_user, 'portal_app', 'set')`,
    )
    if (member.length === 0) await client.query('grant portal_app to current_user')
  } catch (cause) {
    if (cause instanceof DatabaseUnfit) throw cause
    throw new DatabaseUnfit(sentenceFor(cause), { cause })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Refuses a PostgreSQL (its `server_version_num`) without the collation `pg_c_utf8`, which came with 17. */
export function refuseOldServer(version: number) {
  const major = Math.floor(version / 10_000)
  if (major >= oldestMajor) return
  throw new DatabaseUnfit(messages.oldServer(major, oldestMajor))
}

function sentenceFor(cause: unknown): string {
  const { code = '' } = cause as { code?: string }
  if (code === '42501') return messages.mayNotMakeRole
  if (/^28/.test(code)) return messages.refusesLogin
  if (code === '3D000') return messages.noDatabase
  if (code === '53300') return messages.noConnectionLeft
  return messages.unreachable(code || undefined)
}
