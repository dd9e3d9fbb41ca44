import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, findPortalProcess, listProcesses } from './processes.ts'
import type { Report } from './scenario.ts'

const rounds = 20
const fullStartMs = 1_500

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/**
 * Kills the portal twenty times: while it serves requests and rows are written (alone or together with
 * PostgreSQL), or during startup. Every acknowledged row must exist afterward.
 */
export async function checkCrashRecovery(installation: PortalInstance, report: Report) {
  const acknowledged = new Set<number>()
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    if (round % 4 === 3) {
      await killWhileStarting(installation, (round * fullStartMs) / rounds)
      continue
    }
    const portal = startPortal(installation)
    slowest = Math.max(slowest, await waitUntilReady(portal, installation.port))
    await killWhileWriting(installation, acknowledged, round % 4 === 2)
    await portal.ended
  }

  const portal = startPortal(installation)
  slowest = Math.max(slowest, await waitUntilReady(portal, installation.port))
  const stored = await storedRows(installation)
  const lost = [...acknowledged].filter((id) => !stored.has(id))
  report(`the portal restarts after each of ${rounds} kill -9`, true, `slowest start ${slowest} ms`)
  report(
    'keeps every acknowledged row',
    lost.length === 0,
    `${acknowledged.size} acknowledged, ${lost.length} lost`,
  )
  await terminate(portal)
  report(
    'leaves no process behind after a clean stop',
    (await describeRemaining(installation.dataDir)) === '',
    await describeRemaining(installation.dataDir),
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
  await client.query('create table if not exists scenario_row (id int primary key)')
  const { rows } = await client.query('select coalesce(max(id), 0) as last from scenario_row')
  let next = rows[0].last + 1
  const killing = pause(150).then(() => kill(installation.dataDir, postgresToo))
  try {
    for (const end = Date.now() + 300; Date.now() < end; next += 1) {
      await client.query('insert into scenario_row values ($1)', [next])
      acknowledged.add(next)
    }
  } catch {
    // PostgreSQL was killed, so this row was not acknowledged.
  }
  await killing
  await client.end().catch(() => {})
}

function kill(dataDir: string, postgresToo: boolean) {
  const portal = findPortalProcess(dataDir)
  if (portal) process.kill(portal, 'SIGKILL')
  const postgres = listProcesses(dataDir).find(({ command }) => /bin\/postgres -D/.test(command))
  if (postgresToo && postgres) process.kill(postgres.processId, 'SIGKILL')
}

async function storedRows(installation: PortalInstance): Promise<Set<number>> {
  const client = await connect(installation)
  const { rows } = await client.query<{ id: number }>('select id from scenario_row')
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
