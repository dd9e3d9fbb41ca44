import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openTemporaryPostgres } from '#embedded-postgres/temporary-postgres.ts'
import { openDatabase } from '#platform/db/database.ts'
import { type DatabaseContext, portalApplication } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'

/** The PostgreSQL of a test run: `template` is a migrated database with everything an empty portal has. */
export type TestServer = { superuser: pg.ClientConfig; owner: pg.ClientConfig; app: pg.ClientConfig }

export const template = 'portal_template'

/** Starts the PostgreSQL of a test run; `fill` adds the base data of a portal to the template. */
export async function openTestServer(fill: (databaseContext: DatabaseContext) => Promise<void>) {
  const { close, ...server } = await openTemporaryPostgres(portalApplication)
  await createDatabase(server, template)
  const databaseContext = databaseContextFor(server, template)
  await migrate(databaseContext.owner)
  await fill(databaseContext)
  await databaseContext.close()
  return { server, close }
}

/** Clones a fresh database from the template, open as owner and as the serving role. */
export async function cloneDatabase(server: TestServer, from = template) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name, from)
  const databaseContext = databaseContextFor(server, name)
  return {
    name,
    databaseContext,
    drop: async () => {
      await databaseContext.close()
      await asSuperuser(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/**
 * Creates another template once per run: the first caller fills a clone, of another template if it names one, and then
 * gives it this name. Later callers wait for it.
 */
export async function createTemplateOnce(
  server: TestServer,
  name: string,
  fill: (databaseContext: DatabaseContext) => Promise<void>,
  from = template,
) {
  await asSuperuser(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const { name: filled, databaseContext } = await cloneDatabase(server, from)
    await fill(databaseContext)
    await databaseContext.close()
    await client.query(`alter database ${filled} rename to ${name}`)
  })
}

/** Opens the database context of a database on the test server. */
function databaseContextFor(server: TestServer, database: string): DatabaseContext {
  const owner = openDatabase({ ...server.owner, database }, { connections: 2, statementTimeoutMs: 120_000 })
  const app = openDatabase({ ...server.app, database }, { connections: 10, statementTimeoutMs: 20_000 })
  const background = openDatabase(
    { ...server.app, database },
    { connections: 2, statementTimeoutMs: 120_000 },
  )
  return {
    owner,
    app,
    background,
    print: () => {},
    connect: async () => {
      const client = new pg.Client({ ...server.owner, database })
      await client.connect()
      return client
    },
    close: async () => void (await Promise.all([owner, app, background].map((db) => db.destroy()))),
  }
}

function createDatabase(server: TestServer, name: string, from = 'template0') {
  const statement = `create database ${name} template ${from} strategy file_copy owner portal_owner`
  return asSuperuser(server, (client) => client.query(statement))
}

async function asSuperuser(server: TestServer, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(server.superuser)
  await client.connect()
  await work(client).finally(() => client.end())
}
