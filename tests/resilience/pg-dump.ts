import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ready, terminate } from './portal-run.ts'
import { command, houseIn, type PortalInstance, start } from './restore-portal.ts'
import type { Report } from './scenario.ts'

const firstStartMs = 600_000

/** Creates databases and a role in an external PostgreSQL, as its superuser, and drops them afterward. */
const administrator = process.env.POSTGRES_URL

/** A backup with pg_dump and pg_restore, and one with our commands, on an external PostgreSQL. */
export async function losesNoRow(installation: PortalInstance, tell: Report) {
  const skipped = await whySkipped()
  if (skipped) return tell('pg_dump and pg_restore lose no row', 'skipped', skipped)
  const name = `proof_${randomBytes(4).toString('hex')}`
  const [original, dumped, restored] = [name, `${name}_dumped`, `${name}_restored`]
  try {
    await administer(`create role ${name} login password '${name}'`)
    await administer(`grant portal_app to ${name}`)
    for (const each of [original, dumped, restored]) await administer(`create database ${each} owner ${name}`)
    const first = await houseAt(installation, name, original)
    await fill(first)
    await dumpsAndRestores(installation, original, dumped, tell)
    const folder = join(installation.root, 'external-backup')
    const backup = await command(first, 'backup', folder)
    const restore = await command(await houseAt(installation, name, restored), 'restore', folder)
    tell('and with our commands', backup.code === 0 && restore.code === 0, restore.said)
    const differences = await differing(original, restored)
    tell('every row is there too', differences.length === 0, differences.join(', '))
  } finally {
    for (const each of [original, dumped, restored])
      await administer(`drop database if exists ${each} with (force)`)
    await administer(`drop role if exists ${name}`)
  }
}

async function whySkipped(): Promise<string | undefined> {
  if (!administrator) return 'POSTGRES_URL names no PostgreSQL (its superuser) to try them on'
  const [server] = await administer(`select current_setting('server_version_num')::int / 10000 as major`)
  try {
    const said = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })
    const major = Number(/\) (\d+)/.exec(said)?.[1])
    if (major < Number(server?.major)) return `pg_dump is of version ${major}, the server of ${server?.major}`
  } catch {
    return 'there is no pg_dump'
  }
  await administer('create role portal_app nologin').catch(() => {})
  return undefined
}

async function administer(statement: string, database?: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(urlOf(database))
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

function urlOf(database?: string, role?: string): string {
  const url = new URL(administrator ?? '')
  if (database) url.pathname = `/${database}`
  if (role) [url.username, url.password] = [role, role]
  return url.href
}

const houseAt = ({ root }: PortalInstance, role: string, database: string) =>
  houseIn(root, database, {
    DATABASE_URL: urlOf(database, role),
    DEMO_DATA: 'on',
    ALLOW_INSECURE_TRIAL: 'on',
  })

async function fill(installation: PortalInstance) {
  const portal = start(installation)
  await ready(portal, installation.port, firstStartMs)
  await terminate(portal)
}

async function dumpsAndRestores({ root }: PortalInstance, from: string, into: string, tell: Report) {
  const file = join(root, 'portal.dump')
  const script =
    'pg_dump --format=custom --dbname="$1" > "$3" && pg_restore --exit-on-error --dbname="$2" < "$3"'
  let fault = ''
  try {
    execFileSync('sh', ['-c', script, 'sh', urlOf(from), urlOf(into), file], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    fault = String((error as { stderr?: string }).stderr ?? error)
  }
  tell('pg_dump and pg_restore end without an error', fault === '', fault)
  const differences = await differing(from, into)
  tell('and every row is there, generated columns too', differences.length === 0, differences.join(', '))
}

const tables = `select format('%I', relname) as name from pg_class
                 where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
/** The audit entries of the backup and the restore themselves. */
const own = `where (to_jsonb(t) ->> 'action') is distinct from 'backup made'
               and (to_jsonb(t) ->> 'action') is distinct from 'backup restored'`

/** The tables of one database whose rows differ from the other's. */
async function differing(one: string, other: string): Promise<string[]> {
  const names = (await administer(tables, one)).map(({ name }) => String(name))
  const differences: string[] = []
  for (const name of names) {
    const [first, second] = await Promise.all([one, other].map((each) => rowsIn(each, name)))
    if (first !== second) differences.push(name)
  }
  return differences
}

async function rowsIn(database: string, table: string): Promise<string> {
  const client = new pg.Client(urlOf(database))
  await client.connect()
  try {
    const rows = await text(client.query(copyTo(`copy (select t.* from ${table} t ${own}) to stdout`)))
    return rows.split('\n').sort().join('\n')
  } finally {
    await client.end()
  }
}
