import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { terminate, waitUntilReady } from './portal-run.ts'
import { createInstance, type PortalInstance, runCommand, start } from './restore-portal.ts'
import type { Report } from './scenario.ts'

const firstStartMs = 600_000

/** Creates databases and a role in an external PostgreSQL, as its superuser, and drops them afterward. */
const administrator = process.env.POSTGRES_URL

/** A backup with pg_dump and pg_restore, and one with our commands, on an external PostgreSQL. */
export async function checkPgDump(installation: PortalInstance, report: Report) {
  const skipped = await skipReason()
  if (skipped) return report('pg_dump and pg_restore lose no row', 'skipped', skipped)
  const name = `scenario_${randomBytes(4).toString('hex')}`
  const [original, dumped, restored] = [name, `${name}_dumped`, `${name}_restored`]
  try {
    await runAsAdministrator(`create role ${name} login password '${name}'`)
    await runAsAdministrator(`grant portal_app to ${name}`)
    for (const each of [original, dumped, restored])
      await runAsAdministrator(`create database ${each} owner ${name}`)
    const source = await createExternalInstance(installation, name, original)
    await fill(source)
    await checkDumpAndRestore(installation, original, dumped, report)
    const folder = join(installation.root, 'external-backup')
    const backup = await runCommand(source, 'backup', folder)
    const restore = await runCommand(
      await createExternalInstance(installation, name, restored),
      'restore',
      folder,
    )
    report('the portal commands back up and restore', backup.code === 0 && restore.code === 0, restore.output)
    const differences = await findDifferingTables(original, restored)
    report('the restored database has every row', differences.length === 0, differences.join(', '))
  } finally {
    for (const each of [original, dumped, restored])
      await runAsAdministrator(`drop database if exists ${each} with (force)`)
    await runAsAdministrator(`drop role if exists ${name}`)
  }
}

async function skipReason(): Promise<string | undefined> {
  if (!administrator) return 'POSTGRES_URL is not set to the superuser of a PostgreSQL'
  const [server] = await runAsAdministrator(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  try {
    const said = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })
    const major = Number(/\) (\d+)/.exec(said)?.[1])
    if (major < Number(server?.major))
      return `pg_dump is version ${major}, the server is version ${server?.major}`
  } catch {
    return 'pg_dump is not installed'
  }
  await runAsAdministrator('create role portal_app nologin').catch(() => {})
  return undefined
}

async function runAsAdministrator(statement: string, database?: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

function databaseUrl(database?: string, role?: string): string {
  const url = new URL(administrator ?? '')
  if (database) url.pathname = `/${database}`
  if (role) [url.username, url.password] = [role, role]
  return url.href
}

const createExternalInstance = ({ root }: PortalInstance, role: string, database: string) =>
  createInstance(root, database, {
    DATABASE_URL: databaseUrl(database, role),
    DEMO_DATA: 'on',
    ALLOW_INSECURE_TRIAL: 'on',
  })

async function fill(installation: PortalInstance) {
  const portal = start(installation)
  await waitUntilReady(portal, installation.port, firstStartMs)
  await terminate(portal)
}

async function checkDumpAndRestore({ root }: PortalInstance, from: string, into: string, report: Report) {
  const file = join(root, 'portal.dump')
  const script =
    'pg_dump --format=custom --dbname="$1" > "$3" && pg_restore --exit-on-error --dbname="$2" < "$3"'
  let errorOutput = ''
  try {
    execFileSync('sh', ['-c', script, 'sh', databaseUrl(from), databaseUrl(into), file], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    errorOutput = String((error as { stderr?: string }).stderr ?? error)
  }
  report('pg_dump and pg_restore finish without an error', errorOutput === '', errorOutput)
  const differences = await findDifferingTables(from, into)
  report(
    'the restored dump has every row and generated column',
    differences.length === 0,
    differences.join(', '),
  )
}

const tables = `select format('%I', relname) as name from pg_class
                 where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`
/** Leaves out what the backup and the restore themselves write. */
const own = `where (to_jsonb(t) ->> 'action') is distinct from 'backup made'
               and (to_jsonb(t) ->> 'action') is distinct from 'backup restored'
               and (to_jsonb(t) ->> 'command') is distinct from 'backup'`

/** Lists the tables of one database whose rows differ from the other's. */
async function findDifferingTables(one: string, other: string): Promise<string[]> {
  const names = (await runAsAdministrator(tables, one)).map(({ name }) => String(name))
  const differences: string[] = []
  for (const name of names) {
    const [source, second] = await Promise.all([one, other].map((each) => readRows(each, name)))
    if (source !== second) differences.push(name)
  }
  return differences
}

async function readRows(database: string, table: string): Promise<string> {
  const client = new pg.Client(databaseUrl(database))
  await client.connect()
  try {
    const rows = await text(client.query(copyTo(`copy (select t.* from ${table} t ${own}) to stdout`)))
    return rows.split('\n').sort().join('\n')
  } finally {
    await client.end()
  }
}
