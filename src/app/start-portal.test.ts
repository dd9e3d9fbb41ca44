import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import { execute, openDatabase, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { startPortal } from './start-portal.ts'
import { messages } from './startup-messages.ts'

const { superuser } = inject('testServer')
let world: Awaited<ReturnType<typeof cloneDatabase>>

async function asAdministrator(...statements: string[]) {
  const client = new pg.Client(superuser)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A login that owns the database, as the docs tell an administrator to create it. */
const login = () => `login_${world.name}`

beforeEach(async () => {
  world = await cloneDatabase(inject('testServer'))
  await asAdministrator(`create role ${login()} login password 'login' in role portal_owner, portal_app`)
  onTestFinished(async () => {
    await world.drop()
    await asAdministrator(`drop role ${login()}`)
  })
})

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const read = (port: number) => {
  const folder = encodeURIComponent(String(superuser.host))
  return readConfig({
    DATABASE_URL: `postgres://${login()}:login@localhost/${world.name}?host=${folder}&port=${superuser.port}`,
    DATA_DIR: join(tmpdir(), `portal-${world.name}`),
    PORT: String(port),
    ALLOW_INSECURE_TRIAL: 'on',
  })
}

/** Opens a session of another portal on the database. */
async function openOther() {
  const address = { ...inject('testServer').app, database: world.name }
  const other = openDatabase(address, { connections: 1, statementTimeoutMs: 20_000, purpose: 'server' })
  onTestFinished(() => other.destroy())
  await execute(other, sql`select 1`)
}

/** Starts a portal on the database; until `finish`, it waits where it first reads a table: by default, at its migrations. */
async function startWaiting(table = 'kysely_migration') {
  const holder = new pg.Client({ ...superuser, database: world.name })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`begin; lock table ${table}`)
  const own = await freePort()
  const said: string[] = []
  const starting = startPortal(read(own), openLog('silent'), (line) => said.push(line))
  const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted
                      and database = (select oid from pg_database where datname = current_database())`
  const countWaiting = async () => (await holder.query(waiting)).rowCount
  await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThan(0)
  return {
    said,
    /** The status of a request, or the code of the error that it fails with. */
    request: (path: string) =>
      fetch(`http://127.0.0.1:${own}${path}`).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      ),
    starting,
    countWaiting,
    async finish() {
      await holder.query('commit')
      await holder.end()
      const { close } = await starting
      onTestFinished(close)
    },
  }
}

test('refuses connections until it is ready on a database that another portal uses', async () => {
  await openOther()
  const { said, request, finish } = await startWaiting()
  expect(await request('/api/info/publicDomestic')).toBe('ECONNREFUSED')
  expect(await request('/readyz')).toBe('ECONNREFUSED')
  expect(said).toContain(messages.besideOthers)
  await finish()
  expect(await request('/readyz')).toBe(200)
})

test('listens before it is ready on a database that no other portal uses', async () => {
  await world.databaseContext.close()
  const { said, request, finish } = await startWaiting()
  expect(await request('/api/info/publicDomestic')).toBe(503)
  expect(await request('/readyz')).toBe(503)
  expect(said).not.toContain(messages.besideOthers)
  await finish()
  expect(await request('/readyz')).toBe(200)
})

test('can be closed as soon as it is ready, while it still reads what it says then', async () => {
  const isDemo = sql`insert into demonstration (dated, started_at, finished_at) values ('2026-01-02', now(), now())`
  await execute(world.databaseContext.owner, isDemo)
  await world.databaseContext.close()
  const { starting, countWaiting, request, finish } = await startWaiting('member_account')
  await starting
  expect(await countWaiting()).toBeGreaterThan(0)
  expect(await request('/readyz')).toBe(200)
  await finish()
})

test('refuses a port in use before it migrates a database that another portal uses', async () => {
  await openOther()
  await execute(
    world.databaseContext.owner,
    sql`update kysely_migration set name = '9999_later' where name like '0001%'`,
  )
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const starting = startPortal(read(port), openLog('silent'), () => {})
  await expect(starting).rejects.toThrow(messages.portTaken(port))
})
