import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ready, run, terminate } from './portal-run.ts'
import { leftOf, portalOf, processesOf } from './processes.ts'
import type { Report } from './scenario.ts'

const rounds = 20
const wholeStartMs = 1_500

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/**
 * Kills the portal twenty times: while it serves and rows are written, together with PostgreSQL, or during
 * startup. Every acknowledged row must exist afterwards.
 */
export async function survivesKills(installation: PortalInstance, tell: Report) {
  const acknowledged = new Set<number>()
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    if (round % 4 === 3) {
      await killWhileStarting(installation, (round * wholeStartMs) / rounds)
      continue
    }
    const portal = startPortal(installation)
    slowest = Math.max(slowest, await ready(portal, installation.port))
    await killWhileWriting(installation, acknowledged, round % 4 === 2)
    await portal.ended
  }

  const portal = startPortal(installation)
  slowest = Math.max(slowest, await ready(portal, installation.port))
  const kept = await rowsKept(installation)
  const lost = [...acknowledged].filter((id) => !kept.has(id))
  tell(`${rounds} times kill -9 are healed by the next start`, true, `slowest start ${slowest} ms`)
  tell(
    'every acknowledged row is there',
    lost.length === 0,
    `${acknowledged.size} acknowledged, ${lost.length} lost`,
  )
  await terminate(portal)
  tell(
    'and after a clean stop no process is left',
    (await leftOf(installation.dataDir)) === '',
    await leftOf(installation.dataDir),
  )
}

function startPortal({ env }: PortalInstance) {
  return run([process.execPath, 'src/app/main.ts'], { env })
}

async function killWhileStarting(installation: PortalInstance, afterMs: number) {
  const portal = startPortal(installation)
  await pause(afterMs)
  portal.child.kill('SIGKILL')
  await portal.ended
}

async function killWhileWriting(
  installation: PortalInstance,
  acknowledged: Set<number>,
  postgresToo: boolean,
) {
  const client = await connect(installation)
  client.on('error', () => {})
  await client.query('create table if not exists proof_row (id int primary key)')
  const { rows } = await client.query('select coalesce(max(id), 0) as last from proof_row')
  let next = rows[0].last + 1
  const killing = pause(150).then(() => kill(installation.dataDir, postgresToo))
  try {
    for (const end = Date.now() + 300; Date.now() < end; next += 1) {
      await client.query('insert into proof_row values ($1)', [next])
      acknowledged.add(next)
    }
  } catch {
    // PostgreSQL was killed under it: this row was not acknowledged.
  }
  await killing
  await client.end().catch(() => {})
}

function kill(dataDir: string, postgresToo: boolean) {
  const portal = portalOf(dataDir)
  if (portal) process.kill(portal, 'SIGKILL')
  const postgres = processesOf(dataDir).find(({ command }) => /bin\/postgres -D/.test(command))
  if (postgresToo && postgres) process.kill(postgres.processId, 'SIGKILL')
}

async function rowsKept(installation: PortalInstance): Promise<Set<number>> {
  const client = await connect(installation)
  const { rows } = await client.query<{ id: number }>('select id from proof_row')
  await client.end()
  return new Set(rows.map(({ id }) => id))
}

async function connect({ dataDir }: PortalInstance) {
  const home = join(dataDir, 'postgres')
  const { owner } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8'))
  const client = new pg.Client({
    host: join(home, 'socket'),
    user: 'portal_owner',
    password: owner,
    database: 'portal',
  })
  await client.connect()
  return client
}
