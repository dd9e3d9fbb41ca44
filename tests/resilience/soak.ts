import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { attack, type HostileCounts } from './hostile-clients.ts'
import { actAtTheirPace, type Call, createRecorder } from './mixed-load.ts'
import { createPeople, peopleCount } from './mixed-load-people.ts'
import { findDemoCard } from './mixed-load-public.ts'
import { freePort, type Run, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'
import { openHeaviestDocuments, prepareHeaviestDocuments } from './soak-documents.ts'
import { formatGrowth, isWithin, listTables, printCalls, printHead, printMinute } from './soak-figures.ts'
import { type Sample, type Stop, takeSamples, watchStops } from './soak-samples.ts'
import { judgeSoak, leaveOutStops, type SoakResult } from './soak-verdict.ts'

/** MINUTES=3 is enough to check the scenario itself. */
const minutes = Number(process.env.MINUTES ?? 60)
/** Megabytes that a planted fault keeps every minute, to see that it is caught. */
const plantedMegabytes = Number(process.env.LEAK ?? 0)
const minuteMs = 60_000
const warmUpMs = Math.min(10, minutes / 3) * minuteMs
/** People read for some seconds before they go on. */
const thinkMs = 3_000
const sampleMs = 10_000
const firstStartMs = 600_000
const refillMs = 1_000

/** Fifty people for an hour, next to slow and hostile clients and the heaviest documents. */
export const soak: Scenario = {
  shows: `${peopleCount} people use everything for ${minutes} minutes, next to slow and hostile clients, a PDF of 500 pages and 50 MB, and reports of 12,000 bills: memory does not grow, no request fails, and response times stay the same.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-soak-'))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const { PATH = '', HOME = '' } = process.env
    const own = { DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: String(metricsPort) }
    const env = { PATH, HOME, LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1', ...own }
    try {
      const portal = run([process.execPath, ...plantLeak(), 'src/app/main.ts'], { env })
      await waitUntilReady(portal, port, firstStartMs)
      const database = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
      try {
        await soakPortal({ portal, port, metricsPort, dataDir, database }, report)
      } finally {
        await database.close()
      }
      report('SIGTERM stops the portal', (await terminate(portal)) === 0)
      const remaining = await describeRemaining(dataDir)
      report('leaves no process behind', remaining === '', remaining)
    } finally {
      killRemaining(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** A module that keeps memory, loaded before the portal. */
function plantLeak(): string[] {
  if (plantedMegabytes === 0) return []
  const bytes = Math.round((plantedMegabytes * (1 << 20)) / 60)
  const code = `const kept = []; setInterval(() => kept.push(Buffer.alloc(${bytes}, 1)), 1000).unref()`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

type Soaked = {
  portal: Run
  port: number
  metricsPort: number
  dataDir: string
  database: DatabaseContext
}

async function soakPortal({ portal, port, metricsPort, dataDir, database }: Soaked, report: Report) {
  const address = `http://127.0.0.1:${port}`
  const [recorder, heavy] = [createRecorder(), createRecorder()]
  const card = await findDemoCard(portal)
  const { people, stock } = await createPeople({ database, address, card, recorder })
  const documents = await prepareHeaviestDocuments({ database, dataDir, address })
  const before = await listTables(database)
  const ending = new AbortController()
  const { signal } = ending
  const [beganAt, samples]: [number, Sample[]] = [performance.now(), []]
  const watched = { process: Number(portal.child.pid), dataDir, metricsPort }
  const stops: Stop[] = []
  const working = Promise.all([
    attack(port, stops, signal),
    watchStops(stops, signal),
    takeSamples(watched, samples, { everyMs: sampleMs, signal }),
    openHeaviestDocuments(documents, heavy, signal),
    actAtTheirPace(people, { meanMs: thinkMs, random: createRandom('pace'), signal }),
    refillUntil(signal, () => stock.refill()),
  ])
  printHead()
  for (let minute = 0; minute < minutes; minute += 1) {
    const from = beganAt + minute * minuteMs
    await Promise.race([pause(from + minuteMs - performance.now()), working])
    printMinute(minute + 1, recorder.calls.filter(isWithin(from)), samples.filter(isWithin(from)))
  }
  const endedAt = performance.now()
  ending.abort()
  const [hostile] = await working
  printCalls(recorder.calls)
  printCalls(heavy.calls)
  reportHostile(hostile, report)
  reportHeavy(leaveOutStops(heavy.calls, stops), report)
  const result: SoakResult = { calls: recorder.calls, samples, stops, beganAt, warmUpMs, endedAt }
  for (const { check, outcome, details } of judgeSoak(result)) report(check, outcome, details)
  const warnings = portal
    .output()
    .split('\n')
    .filter((line) => /"level":(40|50|60)/.test(line))
  report('what the portal logged', true, `${warnings.length} lines: ${warnings.slice(0, 3).join(' ')}`)
  report('tables that grew', true, formatGrowth(before, await listTables(database), minutes))
}

async function refillUntil(signal: AbortSignal, refill: () => Promise<void>) {
  while (!signal.aborted) {
    await refill()
    await pause(refillMs, undefined, { signal }).catch(() => {})
  }
}

function reportHostile({ results, faults }: HostileCounts, report: Report) {
  const counts = [...results].toSorted().map(([name, count]) => `${name} ${count}`)
  report('slow and hostile clients are turned away', faults.length === 0, counts.join('; '))
}

function reportHeavy(calls: readonly Call[], report: Report) {
  const faults = calls.filter(({ fault }) => fault !== undefined)
  const details = [
    `${calls.length} opened`,
    ...faults.slice(0, 3).map(({ name, fault }) => `${name}: ${fault}`),
  ]
  report('the heaviest documents open', faults.length === 0 && calls.length > 0, details.join('; '))
}
