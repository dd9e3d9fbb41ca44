import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#platform/config/settings.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { checkExternalDatabase, rejectOldServer, splitConnectionString } from './check-external-database.ts'
import { type Database, inTransaction, openDatabase, queryRow, queryRows, sql } from './database.ts'
import { openDatabaseContext } from './database-context.ts'

const { superuser } = inject('testServer')
let world: Awaited<ReturnType<typeof cloneDatabase>>

const addressOf = (change: Partial<pg.ClientConfig> = {}, parameters = '') => {
  const { host, port, user, password, database } = { ...superuser, database: world.name, ...change }
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}${parameters}`
}

/** A login like the one that the docs tell an administrator to create. */
const login = () => ({ user: `login_${world.name}`, password: 'login' })

async function asAdministrator(...statements: string[]) {
  const client = new pg.Client({ ...superuser, database: world.name })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  world = await cloneDatabase(inject('testServer'))
  const { user, password } = login()
  await asAdministrator(`create role ${user} login password '${password}'`, `grant portal_app to ${user}`)
})
afterAll(async () => {
  await world.drop()
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(`drop role ${login().user}`)
  await client.end()
})

test.each([
  ['a wrong password', { password: 'wrong' }, 'rejected the user name or password'],
  ['a database that is not there', { database: 'nowhere' }, 'does not exist'],
  ['no server', { host: '/nowhere' }, 'cannot be reached'],
])('reports %s without revealing the secret', async (_case, change, sentence) => {
  const refused = checkExternalDatabase(addressOf(change))
  await expect(refused).rejects.toThrow(sentence)
  await expect(refused).rejects.not.toThrow(String(superuser.password))
})

test('says that the server does not admit a user with the right password', async () => {
  const { user, password } = login()
  await asAdministrator(`alter role ${user} nologin`)
  onTestFinished(() => asAdministrator(`alter role ${user} login`))
  const refused = checkExternalDatabase(addressOf({ user, password }))
  await expect(refused).rejects.toThrow('does not admit this user to this database')
})

test.each([
  [160_010, 16],
  [90_624, 9],
])('rejects PostgreSQL version %i as too old', (version, major) => {
  expect(() => rejectOldServer(version)).toThrow(
    `The database in DATABASE_URL is PostgreSQL ${major}, but the portal needs 17 or newer. Upgrade it, or use another one.`,
  )
})

test('accepts PostgreSQL 17 and newer', () => {
  expect(() => [170_000, 180_004].forEach(rejectOldServer)).not.toThrow()
})

test.each([
  ['of an address without options', ''],
  ['of an address with its own options', `&options=${encodeURIComponent('-c work_mem=8MB')}`],
])('every serving session %s steps down to portal_app', async (_case, parameters) => {
  const { app } = await checkExternalDatabase(addressOf(login(), parameters))
  const db = openDatabase(app, { connections: 2, statementTimeoutMs: 20_000 })
  const role = z.object({ role: z.string(), rolsuper: z.boolean() })
  const query = sql`select current_user::text as role, rolsuper from pg_roles where rolname = current_user`
  expect(await queryRows(db, role, query)).toEqual([{ role: 'portal_app', rolsuper: false }])
  await db.destroy()
})

const readSession = (db: Database) =>
  queryRow(
    db,
    z.object({ role: z.string(), timeout: z.string() }),
    sql`select current_user::text as role, current_setting('statement_timeout') as timeout`,
  )

test('background work has the role of requests and more time for a query', async () => {
  const settings = { ...readConfig({}), DATABASE_URL: addressOf(login()) }
  const context = await openDatabaseContext(settings, 'command', () => {})
  try {
    expect(await readSession(context.app)).toEqual({ role: 'portal_app', timeout: '20s' })
    expect(await readSession(context.background)).toEqual({ role: 'portal_app', timeout: '10min' })
    expect(await readSession(context.owner)).toEqual({ role: login().user, timeout: '15min' })
  } finally {
    await context.close()
  }
})

/** Whether a portal that starts now finds another one while `others` use the database. */
async function isFoundBeside(
  purpose: 'server' | 'command' | undefined,
  parameters = '',
  disturb = async () => {},
) {
  const { app } = await checkExternalDatabase(addressOf(login(), parameters))
  const db = openDatabase(app, { connections: 1, statementTimeoutMs: 20_000, purpose })
  await queryRow(db, z.object({}), sql`select`)
  await disturb()
  await queryRow(db, z.object({}), sql`select`)
  const { isShared } = await checkExternalDatabase(addressOf(login()))
  await db.destroy()
  return isShared
}

test('recognizes another server by its lock, also after its sessions broke', async () => {
  expect((await checkExternalDatabase(addressOf(login()))).isShared).toBe(false)
  expect(await isFoundBeside(undefined)).toBe(false)
  const named = '&application_name=other'
  expect(await isFoundBeside('server', named)).toBe(true)
  const disturb = () =>
    asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'other'`)
  expect(await isFoundBeside('server', named, disturb)).toBe(true)
  expect(await isFoundBeside('command', named)).toBe(false)
})

test('recognizes a server of the version before by its name, and does not take a command for a server', async () => {
  expect(await isFoundBeside(undefined, '&application_name=portal')).toBe(true)
  expect(await isFoundBeside('command')).toBe(false)
})

/** The names of the application that the connections of `work` give. */
async function namesDuring(work: (address: string) => Promise<unknown>): Promise<string[]> {
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  try {
    await work(addressOf(login()))
    const clients = connect.mock.contexts as unknown as { connectionParameters: pg.ClientConfig }[]
    return [...new Set(clients.map(({ connectionParameters }) => `${connectionParameters.application_name}`))]
  } finally {
    connect.mockRestore()
  }
}

test.each([
  ['command', 'portal command'],
  ['server', 'portal'],
] as const)(
  'every connection of a %s has the name "%s", also to check the database',
  async (purpose, name) => {
    expect(await namesDuring((address) => checkExternalDatabase(address, purpose))).toEqual([name])
    const cancelling = async (DATABASE_URL: string) => {
      const context = await openDatabaseContext({ ...readConfig({}), DATABASE_URL }, purpose, () => {})
      const slow = sql`select pg_sleep(10)::text as slept`
      const row = z.object({ slept: z.string() })
      const query = (db: Database) => queryRows(db, row, slow, { signal: AbortSignal.timeout(200) })
      await expect(query(context.app)).rejects.toThrow('timeout')
      await expect(inTransaction(context.owner, query)).rejects.toThrow('timeout')
      await context.close()
    }
    expect(await namesDuring(cancelling)).toEqual([name])
  },
)

test('rejects the login of a superuser', async () => {
  await expect(checkExternalDatabase(addressOf())).rejects.toThrow('is a superuser or has BYPASSRLS')
})

test('rejects a login that bypasses row-level security', async () => {
  const { user } = login()
  await asAdministrator(`alter role ${user} bypassrls`)
  await expect(checkExternalDatabase(addressOf(login()))).rejects.toThrow('is a superuser or has BYPASSRLS')
  await asAdministrator(`alter role ${user} nobypassrls`)
})

test('rejects portal_app as the login and a login that portal_app is a member of', async () => {
  const { app } = inject('testServer')
  const { user, password } = app as { user: string; password: string }
  await expect(checkExternalDatabase(addressOf({ user, password }))).rejects.toThrow(
    'Use a separate owner role',
  )
  const other = `owner_${world.name}`
  await asAdministrator(`create role ${other} login password 'owner'`)
  await asAdministrator(`grant ${other} to portal_app`)
  await expect(checkExternalDatabase(addressOf({ user: other, password: 'owner' }))).rejects.toThrow(
    /Use a separate owner role|cannot create the application role/,
  )
  await asAdministrator(`revoke ${other} from portal_app`, `drop role ${other}`)
})

test('reports a server without TLS when the address requires TLS', async () => {
  const withTls = checkExternalDatabase(addressOf(login(), '&sslmode=verify-full'))
  await expect(withTls).rejects.toThrow('does not offer TLS')
})

test.each([
  ['postgres://u:p@a:1/db', ['postgres://u:p@a:1/db']],
  ['postgres://u:p@/db?host=/run/a,b', ['postgres://u:p@/db?host=/run/a,b']],
  [
    'postgresql://u:p,q@a:1,[::1]:2,c/db?target_session_attrs=primary',
    [
      'postgresql://u:p,q@a:1/db?target_session_attrs=primary',
      'postgresql://u:p,q@[::1]:2/db?target_session_attrs=primary',
      'postgresql://u:p,q@c/db?target_session_attrs=primary',
    ],
  ],
])('reads the servers from %s', (connectionString, servers) => {
  expect(splitConnectionString(connectionString)).toEqual(servers)
})
