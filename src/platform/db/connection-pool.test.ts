import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { openTcpProxy, type TcpProxy } from '#test-support/tcp-proxy.ts'
import {
  type Database,
  execute,
  inTransaction,
  openDatabase,
  queryRow,
  queryRows,
  readPoolUsage,
  sql,
} from './database.ts'
import { isDatabaseLost, StandbyError } from './database-errors.ts'
import { connectionSettings, type DatabaseAddress, endConnection, openConnection } from './pg-client.ts'

const { app, superuser } = inject('testServer')
const deadServer = { host: '/nowhere', port: 1 }
const limits = { connections: 2, statementTimeoutMs: 400 }

let world: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: TcpProxy
const opened: Database[] = []

beforeEach(async () => {
  world = await cloneDatabase(inject('testServer'))
  proxy = await openTcpProxy(`${app.host}/.s.PGSQL.${app.port}`)
})
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
  await proxy.close()
  await world.drop()
})

function open(
  address: DatabaseAddress,
  options: { connections: number; statementTimeoutMs: number } = limits,
) {
  const db = openDatabase({ ...app, database: world.name, ...address }, options)
  opened.push(db)
  return db
}

const throughProxy = () => ({ host: '127.0.0.1', port: proxy.port })
const ask = (db: Database) => execute(db, sql`select 1`)

test.each([400, 20_000, 600_000, 900_000])(
  'waits longer than a statement timeout of %i ms, but at most 5 s longer',
  (statementTimeoutMs) => {
    const { query_timeout: waits = 0 } = connectionSettings({ statementTimeoutMs })
    expect(waits).toBeGreaterThanOrEqual(statementTimeoutMs + 100)
    expect(waits).toBeLessThanOrEqual(statementTimeoutMs + 5_000)
  },
)

test('fails a query whose server goes silent, and opens a new connection for the next one', async () => {
  const db = open(throughProxy(), { ...limits, connections: 1 })
  await ask(db)
  proxy.silence()
  await expect(ask(db)).rejects.toThrow('Query read timeout')
  proxy.recover()
  await ask(db)
})

test('takes no other open connection once one of them finds the server silent', async () => {
  const db = open(throughProxy())
  await inTransaction(db, () => ask(db))
  proxy.silence()
  await expect(ask(db)).rejects.toThrow('Query read timeout')
  proxy.recover()
  await ask(db)
})

test('opens sessions on the next server at once when the first goes silent', async () => {
  const db = open({ servers: [throughProxy(), {}] })
  await ask(db)
  proxy.silence()
  await expect(ask(db)).rejects.toThrow('Query read timeout')
  const began = performance.now()
  await ask(db)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('keeps two sessions open through a long pause, and closes the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const db = open({}, { connections: 7, statementTimeoutMs: 5_000 })
    const session = z.object({ process: z.number() })
    const processOf = async (on: Database) =>
      (await queryRow(on, session, sql`select pg_backend_pid() as process`))?.process
    const useThree = () =>
      inTransaction(db, (first) =>
        inTransaction(db, (second) =>
          inTransaction(db, async (third) => [
            await processOf(first),
            await processOf(second),
            await processOf(third),
          ]),
        ),
      )
    const before = await useThree()
    expect(readPoolUsage(db)).toMatchObject({ open: 3, idle: 3 })
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    expect(readPoolUsage(db)).toMatchObject({ open: 3 })
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(readPoolUsage(db)).toMatchObject({ open: 2, idle: 2 })
    const after = await useThree()
    expect(after.filter((each) => before.includes(each))).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('fails a transaction whose server goes silent, and runs the next one on a new connection', async () => {
  const db = open(throughProxy(), { ...limits, connections: 1 })
  const silenced = inTransaction(db, async (transaction) => {
    proxy.silence()
    await ask(transaction)
  })
  await expect(silenced).rejects.toThrow()
  proxy.recover()
  await inTransaction(db, ask)
})

test('ends a dedicated connection within seconds when its server is silent', async () => {
  const client = await openConnection({ ...app, database: world.name, ...throughProxy() })
  proxy.silence()
  const began = performance.now()
  await endConnection(client)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(client.connection.stream.destroyed).toBe(true)
})

test('opens sessions on the next server when the first is unreachable', async () => {
  const db = open({ servers: [deadServer, throughProxy()] })
  await Promise.all([ask(db), ask(db), ask(db)])
  await ask(db)
})

test('reports an unreachable database when no server responds', async () => {
  await expect(ask(open({ servers: [deadServer, deadServer] }))).rejects.toThrow(/ENOENT|ENOTDIR/)
})

test('retries an unreachable server but not a rejected login', async () => {
  const wrong = { ...throughProxy(), password: 'wrong' }
  await expect(ask(open({ servers: [wrong, throughProxy()] }))).rejects.toThrow('password authentication')
})

test('leaves a server that turned read-only for the one that accepts writes', async () => {
  const db = open({ servers: [{}, { options: '-c default_transaction_read_only=off' }] })
  await turnReadOnly(db)
  await expect(write(db)).rejects.toMatchObject({ code: '25006' })
  await Promise.all([write(db), write(db), inTransaction(db, write)])
})

test('reports a transaction that its server rejects as read-only, and runs the next one elsewhere', async () => {
  const db = open({ servers: [{}, { options: '-c default_transaction_read_only=off' }] })
  await turnReadOnly(db)
  const rejected = await inTransaction(db, write).catch((error: unknown) => error)
  expect(rejected).toMatchObject({ code: '25006' })
  expect(isDatabaseLost(rejected)).toBe(true)
  await inTransaction(db, write)
})

test('opens no session on a read-only server, whether it is a standby or not', async () => {
  const readOnly = { options: '-c default_transaction_read_only=on' }
  await expect(ask(open({ servers: [readOnly] }))).rejects.toThrow(StandbyError)
  await expect(openConnection({ ...app, database: world.name, ...readOnly })).rejects.toThrow(StandbyError)
  await ask(open({ ...readOnly, mayBeStandby: true }))
})

/** Both sessions of the pool, and each new one that does not ask for something else, become read-only. */
async function turnReadOnly(db: Database) {
  await inTransaction(db, async (first) => {
    await inTransaction(db, (second) => execute(second, sql`set default_transaction_read_only = on`))
    await execute(first, sql`set default_transaction_read_only = on`)
  })
  await execute(
    world.databaseContext.owner,
    sql`alter database ${sql.id(world.name)} set default_transaction_read_only = on`,
  )
}

const write = (db: Database) => execute(db, sql`update outbox set attempts = attempts where false`)

test('rejects a session that bypasses row-level security', async () => {
  const role = `bypass_${world.name}`
  const admin = await openConnection({ ...superuser, database: world.name })
  await admin.query(`create role ${role} bypassrls; grant ${role} to ${app.user}`)
  try {
    await expect(ask(open({ role }))).rejects.toThrow(`runs as ${role}, which bypasses row-level security`)
  } finally {
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})

test('rejects a session that cannot step down to its role', async () => {
  await expect(ask(open({ role: 'portal_owner' }))).rejects.toThrow('cannot take the role portal_owner')
  await expect(ask(open({ role: 'no_such_role' }))).rejects.toThrow('cannot take the role no_such_role')
})

test('steps down regardless of the options in the address', async () => {
  const db = open({ role: 'portal_app', options: '-c work_mem=8MB' })
  const session = z.object({ role: z.string(), memory: z.string() })
  const query = sql`select current_user::text as role, current_setting('work_mem') as memory`
  expect(await queryRow(db, session, query)).toEqual({ role: 'portal_app', memory: '8MB' })
})

test('cancels a query in the database after its session has stepped down', async () => {
  const db = open({ role: 'portal_app' }, { connections: 2, statementTimeoutMs: 60_000 })
  const watching = open({})
  const sleeping = () =>
    queryRows(
      watching,
      z.object({ state: z.string() }),
      sql`select state from pg_stat_activity where datname = ${world.name} and query like 'select pg_sleep(60)%'`,
    )
  const abort = new AbortController()
  const slow = queryRow(db, z.unknown(), sql`select pg_sleep(60)`, { signal: abort.signal })
  await expect.poll(sleeping, { interval: 20 }).toEqual([{ state: 'active' }])
  abort.abort()
  await expect(slow).rejects.toThrow('aborted')
  await expect.poll(sleeping, { interval: 20 }).toEqual([{ state: 'idle' }])
})

test('prepares a statement once on each connection, also in transactions', async () => {
  const db = open({}, { connections: 1, statementTimeoutMs: 5_000 })
  const double = (on: Database, number: number) =>
    queryRow(on, z.object({ doubled: z.number() }), sql`select ${number}::int * 2 as doubled`, {
      isPrepared: true,
    })
  expect(await inTransaction(db, (transaction) => double(transaction, 1))).toEqual({ doubled: 2 })
  expect(await double(db, 2)).toEqual({ doubled: 4 })
  const statement = z.object({ statement: z.string() })
  const prepared = await queryRows(db, statement, sql`select statement from pg_prepared_statements`)
  expect(prepared).toEqual([{ statement: 'select $1::int * 2 as doubled' }])
})
