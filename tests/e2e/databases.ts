import pg from 'pg'
import { bootstrap, fillEmptyPortal } from '#app/bootstrap.ts'
import { readConfig } from '#platform/server/settings.ts'
import { cloneDatabase, openTestServer, type TestServer, template } from '#test-support/database.ts'

/** The databases that a test can begin with: what an empty portal has, or the demonstration besides. */
export type Beginning = 'empty' | 'demonstration'

type Databases = { server: TestServer; templates: Record<Beginning, string> }

/** The same for every run, so that tests find what they know. */
const usualDay = '2026-06-30'

/** Playwright's global setup: one PostgreSQL for the run, whose templates the workers clone. */
async function openDatabases() {
  const { server, close } = await openTestServer(fillEmptyPortal)
  await letOwnerServe(server)
  const databases: Databases = {
    server,
    templates: { empty: template, demonstration: await demonstration(server) },
  }
  process.env.E2E_DATABASES = JSON.stringify(databases)
  return close
}

/** The server processes reach their database as an outside one, so its owner must be able to step down. */
async function letOwnerServe({ superuser }: TestServer) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('grant portal_app to portal_owner').finally(() => client.end())
}

async function demonstration(server: TestServer): Promise<string> {
  const { name, databaseContext } = await cloneDatabase(server)
  const config = { ...readConfig({}), DEMO_DATA: true, DEMO_DATE: process.env.DEMO_DATE ?? usualDay }
  await bootstrap(databaseContext, config, () => {})
  await databaseContext.close()
  return name
}

/** The databases of this run, as the global setup left word of them. */
export const databasesOfRun = (): Databases => JSON.parse(process.env.E2E_DATABASES ?? '{}')

export default openDatabases
