import pg from 'pg'
import { fillEmptyPortal, prepareDatabase } from '#app/prepare-database.ts'
import { readConfig } from '#platform/config/settings.ts'
import { cloneDatabase, openTestServer, type TestServer, template } from '#test-support/database.ts'
import { recordRunDatabases } from './run-databases.ts'

/** A fixed date, so that the demo data is the same in every run. */
const demoDate = '2026-06-30'

/** Playwright's global setup: one PostgreSQL per run, whose templates the workers clone. */
async function openDatabases() {
  const { server, close } = await openTestServer(fillEmptyPortal)
  await grantServingRole(server)
  recordRunDatabases({ server, templates: { empty: template, demo: await createDemoTemplate(server) } })
  return close
}

/** The portal uses its database as an external one, so the owner must be able to switch to the serving role. */
async function grantServingRole({ superuser }: TestServer) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('grant portal_app to portal_owner').finally(() => client.end())
}

async function createDemoTemplate(server: TestServer): Promise<string> {
  const { name, databaseContext } = await cloneDatabase(server)
  const config = { ...readConfig({}), DEMO_DATA: true, DEMO_DATE: process.env.DEMO_DATE ?? demoDate }
  await prepareDatabase(databaseContext, config, () => {})
  await databaseContext.close()
  return name
}

export default openDatabases
