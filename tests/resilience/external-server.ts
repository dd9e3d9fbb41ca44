import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { portalApplication } from '#platform/db/database-context.ts'
import { freePort, type Run, run } from './portal-run.ts'
import { killRemaining } from './processes.ts'

const password = 'a-password-of-the-installation'

/** The name of the database and of the login that owns it. */
export const installationName = 'installation'
export const installation = { user: installationName, password, database: installationName }

const createLogin = `create role installation login password '${password}'`
const createDatabase = 'create database installation owner installation'
const createRole = ['create role portal_app nologin', 'grant portal_app to installation']
/** What an administrator runs on an empty server. */
export const installationRoles = [createLogin, ...createRole, createDatabase]

/** An external PostgreSQL: an administrator created the database `installation` and a login of that name. */
export type ExternalServer = { folder: string; server: EmbeddedPostgres; url: string }
export type Portal = { process: Run; port: number }

/** Runs `work` with an empty external database and removes it afterward. */
export async function withExternalServer(
  work: (installation: ExternalServer) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-external-'))
  const server = await openServer(folder)
  const installation = { folder, server, url: socketUrl(server) }
  try {
    await asAdministrator(installation, 'drop role portal_app', createLogin, createDatabase)
    await work(installation)
  } finally {
    await installation.server.close()
    killRemaining(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const openServer = (folder: string) =>
  openEmbeddedPostgres({ application: portalApplication, dataDir: folder, purpose: 'server' })

/** Creates the serving role and grants it to the login. */
export const createServingRole = (installation: ExternalServer) =>
  asAdministrator(installation, ...createRole)

export const socketUrl = ({ superuser }: EmbeddedPostgres, secret = password, database = 'installation') =>
  `postgres://installation:${secret}@localhost/${database}?host=${encodeURIComponent(String(superuser.host))}`

export const portUrl = (port: number) => `postgres://installation:${password}@127.0.0.1:${port}/installation`

/** The address of several servers of one database, of which one accepts writes, with certificates of an authority. */
export const hostsUrl = (ports: readonly number[], authority: string) =>
  `postgres://installation:${password}@${ports.map((port) => `127.0.0.1:${port}`).join()}/installation?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`

/** Runs statements as the superuser, in the database `postgres` by default. */
export async function asAdministrator({ server }: ExternalServer, ...statements: string[]) {
  const client = new pg.Client(server.superuser)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export function environment(
  { folder, url }: Pick<ExternalServer, 'folder' | 'url'>,
  port: number,
  settings: Record<string, string> = {},
) {
  const { PATH = '', HOME = '' } = process.env
  const ours = { DATABASE_URL: url, DATA_DIR: join(folder, 'unused'), PORT: String(port) }
  return { PATH, HOME, LOG_LEVEL: 'error', DEMO_DATA: 'on', ALLOW_INSECURE_TRIAL: 'on', ...ours, ...settings }
}

export async function startPortal(
  installation: ExternalServer,
  settings?: Record<string, string>,
): Promise<Portal> {
  const port = await freePort()
  const words = [process.execPath, 'src/app/main.ts']
  return { port, process: run(words, { env: environment(installation, port, settings) }) }
}

/** Searches by name. Returns the number of providers found, or the portal's error. */
export async function search({ port }: Portal, name: string): Promise<number | string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/providers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      providerSearchCode: 'publicDomestic',
      providerType: '0000000000',
      name,
      state: 'FL',
    }),
  })
  const { results, detail } = (await answer.json()) as { results?: unknown[]; detail?: string }
  return results?.length ?? `${answer.status} ${detail}`
}

export const fetchReadiness = ({ port }: Portal) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
