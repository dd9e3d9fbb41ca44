import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import {
  createServingRole,
  type ExternalServer,
  environment,
  type Portal,
  startPortal,
  withExternalServer,
} from '../tests/resilience/external-server.ts'
import {
  actInTurns,
  type Call,
  createRecorder,
  type Recorder,
  throttled,
} from '../tests/resilience/mixed-load.ts'
import { createPeople } from '../tests/resilience/mixed-load-people.ts'
import { findDemoCard } from '../tests/resilience/mixed-load-public.ts'
import { startNginx, trustCertificate } from '../tests/resilience/nginx.ts'
import { freePort, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { listProcesses } from '../tests/resilience/processes.ts'
import { limits } from './bench-portal.ts'
import { readTimes } from './processor-time.ts'
import { percentile } from './timing.ts'

const counts = [1, 2, 4]
const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 20)
const warmUpSeconds = 5
/** People who wait for a response at any time. */
const concurrency = 16
const startMs = 600_000
const refillMs = 200

type Usage = Record<'portals' | 'workers' | 'database' | 'proxy' | 'load', number>
type Measured = { perSecond: number; usage: Usage; calls: readonly Call[]; seconds: number }

/**
 * Prints the throughput of one, two and four portals behind nginx on one database, for the mix of requests of fifty
 * people without pauses, and what used the processors.
 */
export async function run() {
  await withExternalServer(async (server) => {
    await createServingRole(server)
    const settings = { PUBLIC_URL: 'https://portal.example.com', TRUSTED_PROXIES: '127.0.0.1', ...limits }
    const portals: Portal[] = []
    try {
      while (portals.length < Math.max(...counts)) {
        const portal = await startPortal(server, settings)
        portals.push(portal)
        await waitUntilReady(portal.process, portal.port, startMs)
      }
      printTable(await takeTurns(server, portals))
    } finally {
      for (const { process } of portals) await terminate(process)
    }
  })
}

/** Each round begins with another count, so that a change of the machine's load reaches all of them. */
async function takeTurns(server: ExternalServer, portals: readonly Portal[]) {
  const ports = { httpPort: await freePort(), httpsPort: await freePort() }
  const database = await openDatabaseContext(readConfig(environment(server, 0)), 'command', () => {})
  const [first] = portals
  if (!first) throw new Error('No portal was started.')
  const results = new Map<number, Measured[]>(counts.map((count) => [count, []]))
  let people: Awaited<ReturnType<typeof createPeople>> | undefined
  const recorder = createRecorder()
  try {
    const card = await findDemoCard(first.process)
    for (let round = 0; round < rounds; round += 1) {
      const shift = round % counts.length
      for (const count of [...counts.slice(shift), ...counts.slice(0, shift)]) {
        const folder = join(server.folder, `proxy-${round}-${count}`)
        const nginx = await startNginx(folder, { ...ports, portals: portals.slice(0, count) })
        trustCertificate(folder)
        const address = `https://127.0.0.1:${ports.httpsPort}`
        people ??= await createPeople({ database, address, card, recorder })
        const watched = { server, portals, proxy: Number(nginx.pid) }
        results.get(count)?.push(await measureOne(people, recorder, watched))
        nginx.kill('SIGTERM')
      }
    }
  } finally {
    await database.close()
  }
  return results
}

type Watched = { server: ExternalServer; portals: readonly Portal[]; proxy: number }

async function measureOne(
  { people, stock }: Awaited<ReturnType<typeof createPeople>>,
  { calls }: Recorder,
  watched: Watched,
): Promise<Measured> {
  const ending = new AbortController()
  const { signal } = ending
  const working = Promise.all([actInTurns(people, concurrency, signal), refillUntil(signal, stock.refill)])
  await Promise.race([pause(warmUpSeconds * 1000), working])
  const [from, before, first] = [performance.now(), readUsage(watched), calls.length]
  await Promise.race([pause(seconds * 1000), working])
  const [to, after, last] = [performance.now(), readUsage(watched), calls.length]
  ending.abort()
  await working
  const usage = Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, ms - before[part as keyof Usage]]),
  ) as Usage
  const elapsed = (to - from) / 1000
  return { perSecond: (last - first) / elapsed, usage, calls: calls.slice(first, last), seconds: elapsed }
}

async function refillUntil(signal: AbortSignal, refill: () => Promise<void>) {
  while (!signal.aborted) {
    await refill()
    await pause(refillMs)
  }
}

function readUsage({ server, portals, proxy }: Watched): Usage {
  const postgres = listProcesses(server.folder).find(({ command }) => /\bpostgres\b.*-D/.test(command))
  const portal = readTimes(portals.map(({ process: { child } }) => Number(child.pid)))
  const sum = ({ own, descendants }: ReturnType<typeof readTimes>) => own + descendants
  return {
    portals: portal.own,
    workers: portal.descendants,
    database: sum(readTimes(postgres ? [postgres.processId] : [])),
    proxy: sum(readTimes([proxy])),
    load: readTimes([process.pid]).own,
  }
}

/** Prints the median of the rounds, and of the ratios to one portal in the same round. */
function printTable(results: ReadonlyMap<number, readonly Measured[]>) {
  const parts = ['portals', 'workers', 'database', 'proxy', 'load'] as const
  const cpu = parts.map((part) => `${part} CPU %`)
  const times = ['CPU ms per request', 'p50 ms', 'p95 ms', 'documents p95 ms', 'failed', '429']
  const heads = ['portals', 'per second', 'ratio', 'of each round', ...cpu, ...times]
  for (const cells of [heads, heads.map(() => '---')]) console.log(`| ${cells.join(' | ')} |`)
  const base = results.get(1) ?? []
  for (const [count, all] of results) {
    const median = (read: (each: Measured, round: number) => number, digits = 0) =>
      percentile(0.5, all.map(read)).toFixed(digits)
    const ratio = ({ perSecond }: Measured, round: number) =>
      perSecond / (base[round]?.perSecond ?? Number.NaN)
    const total = ({ usage }: Measured) => parts.slice(0, -1).reduce((sum, part) => sum + usage[part], 0)
    const calls = all.flatMap((each) => each.calls)
    const time = (kind: Call['kind'], share: number) =>
      percentile(
        share,
        calls.filter((call) => call.kind === kind).map(({ ms }) => ms),
      ).toFixed(0)
    const cells = [
      count,
      median(({ perSecond }) => perSecond),
      median(ratio, 2),
      all.map((each, round) => ratio(each, round).toFixed(2)).join(', '),
      ...parts.map((part) => median(({ usage, seconds }) => usage[part] / seconds / 10)),
      median((each) => total(each) / each.calls.length, 1),
      time('page', 0.5),
      time('page', 0.95),
      time('document', 0.95),
      calls.filter(({ fault }) => fault !== undefined).length,
      calls.filter(({ status }) => status === throttled).length,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const faults = [...results.values()].flat().flatMap(({ calls }) => calls.filter(({ fault }) => fault))
  for (const { name, status, fault } of faults.slice(0, 5)) console.log(`${name}: ${status} ${fault}`)
}
