import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseSystem } from './database-system.ts'
import { freePort, root } from './portal-run.ts'

const startMs = 60_000
const recoveryMs = 600_000
const superuser = { user: 'postgres', password: 'a-password-of-the-superuser' }
/** The paths of the commands in docs/going-to-production.md. */
const documented = { archive: '/archive', backup: '/base/2026-11-30', data: '/var/lib/postgresql/17' }
const documentedTime = "recovery_target_time = '2026-11-30 14:05:00+00'\n"

/** A running PostgreSQL with its superuser. */
export type Server = { port: number; data: string }

/** Creates a PostgreSQL with an archive of its write-ahead log, set as the documentation says, and starts it. */
export async function startArchivingServer(system: DatabaseSystem): Promise<Server> {
  system.createFolder('archive')
  const [port, data] = [await freePort(), join(system.innerFolder, 'primary')]
  writeFileSync(join(system.folder, 'password'), superuser.password, { mode: 0o644 })
  const secret = `--pwfile=${join(system.innerFolder, 'password')}`
  const encoding = ['--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums']
  const login = ['--username=postgres', '--auth=scram-sha-256', secret]
  await system.execute('initdb', `--pgdata=${data}`, ...login, ...encoding)
  const [settings = ''] = readCommands('ini')
  const own = `port = ${port}\nunix_socket_directories = '${system.innerFolder}'\nshared_buffers = 64MB\n`
  const file = join(system.folder, 'primary/postgresql.conf')
  appendFileSync(file, `${own}${adapt(settings, system)}`)
  system.start('postgres', '-D', data)
  const server = { port, data }
  await waitUntil(server, 'select true as value', startMs)
  return server
}

/** Makes and verifies a base backup with the documented commands. Returns the milliseconds it took. */
export async function makeBaseBackup(system: DatabaseSystem, { port }: Server): Promise<number> {
  const [, backup = ''] = readCommands('sh')
  const address = `--dbname=postgres://${superuser.user}:${superuser.password}@127.0.0.1:${port}`
  return runScript(system, backup.replace('--host=db --username=replicator', address))
}

/** Restores the base backup and the archive with the documented commands, to a moment or to the end. */
export async function restoreServer(system: DatabaseSystem, name: string, moment?: string) {
  const [port, data] = [await freePort(), join(system.innerFolder, name)]
  const target = moment === undefined ? '' : `recovery_target_time = '${moment}'\n`
  const [, , restore = ''] = readCommands('sh')
  const script = restore
    .replace(documentedTime, `${target}port = ${port}\n`)
    .replaceAll(`${documented.data}/restored`, data)
  const server = { port, data }
  const startedMs = await runScript(system, script)
  const recoveredMs = await waitUntil(server, 'select not pg_is_in_recovery() as value', recoveryMs)
  return { server, ms: startedMs + recoveredMs }
}

/** Kills a server with kill -9, and deletes its files as if its disk were lost. */
export async function loseServer({ folder }: DatabaseSystem, { data }: Server) {
  const place = join(folder, data.split('/').at(-1) ?? '')
  process.kill(Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  // The other processes end once they notice, and may still write until then.
  await pause(1_000)
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
}

/** Runs `work` as the superuser, who sees every row. */
export async function asSuperuser<T>(
  { port }: Server,
  work: (client: pg.Client) => Promise<T>,
  database = 'installation',
): Promise<T> {
  const client = new pg.Client({ ...superuser, host: '127.0.0.1', port, database })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** The number and a checksum of the rows of each table. */
export const readTables = (server: Server) =>
  asSuperuser(server, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I', relname) as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
    )
    const found = new Map<string, string>()
    await client.query('begin isolation level repeatable read read only')
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' rows, checksum ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as rows from ${name} t`,
      )
      found.set(name, rows[0].rows)
    }
    await client.query('commit')
    return found
  })

async function waitUntil(server: Server, question: string, timeoutMs: number): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < timeoutMs) {
    const ask = async (client: pg.Client) => (await client.query(question)).rows[0].value
    if (await asSuperuser(server, ask, 'postgres').catch(() => false))
      return Math.round(performance.now() - began)
    await pause(50)
  }
  throw new Error(`PostgreSQL on port ${server.port} did not become available.`)
}

async function runScript(system: DatabaseSystem, script: string): Promise<number> {
  const began = performance.now()
  await system.execute('sh', '-ec', adapt(script, system))
  return Math.round(performance.now() - began)
}

const adapt = (text: string, { innerFolder }: DatabaseSystem) =>
  text
    .replaceAll(documented.backup, join(innerFolder, 'base'))
    .replaceAll(documented.archive, join(innerFolder, 'archive'))

/** The blocks in a language of the section about points in time. For `sh`, the first is the text before it. */
function readCommands(language: 'ini' | 'sh'): string[] {
  const text = readFileSync(join(root, 'docs/going-to-production.md'), 'utf8')
  const [, section = ''] = text.split('### To a point in time\n')
  const [own = ''] = section.split('\n## ')
  const blocks = [...own.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  )
  return language === 'ini' ? blocks : ['', ...blocks]
}
