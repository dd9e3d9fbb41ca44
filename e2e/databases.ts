import pg from 'pg'
import { fillEmptyPortal } from '#app/prepare.ts'
import { openTestServer, type TestServer } from '#testing/database.ts'

/** Playwright's global setup: one PostgreSQL for the run, whose template every worker clones. */
async function openDatabases() {
  const { server, close } = await openTestServer(fillEmptyPortal)
  await letOwnerServe(server)
  process.env.E2E_TEST_SERVER = JSON.stringify(server)
  return close
}

/** The server processes reach their database as an outside one, so its owner must be able to step down. */
async function letOwnerServe({ superuser }: TestServer) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('grant portal_app to portal_owner').finally(() => client.end())
}

/** The PostgreSQL of this run, as the global setup left word of it. */
export const testServer = (): TestServer => JSON.parse(process.env.E2E_TEST_SERVER ?? '{}')

export default openDatabases
