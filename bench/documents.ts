import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { listProcesses } from '../tests/resilience/processes.ts'
import { createVobIssuer } from '../tests/resilience/vob-issuer.ts'
import { limits } from './bench-portal.ts'
import { readDatasetSource } from './provider-dataset.ts'
import { measureSearches } from './search-calls.ts'
import { pointSearches } from './searches.ts'
import { percentile, print, type Timing } from './timing.ts'
import { measureDuringWork, measureUnderCpuLoad } from './under-load.ts'

const firstStartMs = 180_000
const searchCount = 500
const concurrentPreviews = 10
const megabyte = 1024

/** Prints the cost of a verification of benefits, and the effect of previews on concurrent searches and memory. */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    PATH: process.env.PATH ?? '',
    ...limits,
  }
  const portal = start([process.execPath, 'src/app/main.ts'], { env })
  try {
    await waitUntilReady(portal, port, firstStartMs)
    const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
    await measure(databaseContext, `http://127.0.0.1:${port}`, dataDir).finally(() => databaseContext.close())
  } finally {
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(databaseContext: DatabaseContext, origin: string, dataDir: string) {
  const staff = await createVobIssuer(databaseContext.app, origin)
  const previews = await measureSequentially('preview, over HTTP', 100, staff.preview)
  const letters = await measureSequentially('ticket, letter and record, over HTTP', 100, staff.issue)
  const memoryAfter100 = memoryKilobytes(dataDir)
  const drawn = pointSearches(searchCount, await readDatasetSource(databaseContext))
  const searches = drawn.map((search) => ({
    ...search,
    providerSearchCode: 'publicDomestic',
    networkCode: 'publicDomestic',
  }))
  await measureSearches('warming', origin, searches, 4)
  const alone = await measureSearches('searches alone', origin, searches, 4)
  const busy = await measureUnderCpuLoad(() =>
    measureSearches('searches next to a busy process', origin, searches, 4),
  )
  const { outcome: duringPreviews, made } = await measureDuringWork(concurrentPreviews, staff.preview, () =>
    measureSearches(`searches during ${concurrentPreviews} previews`, origin, searches, 4),
  )
  print([previews, letters, alone, busy, duringPreviews])
  const slower = ({ times }: Timing) =>
    `${percent(percentile(0.95, times) / percentile(0.95, alone.times))} % slower`
  console.log(
    `\nAt p95 searches are ${slower(busy)} next to a busy process with the priority of the render worker, and ${slower(duringPreviews)} during ${concurrentPreviews} concurrent previews (${made} in total).`,
  )
  for (let count = made; count < 900; count += 1) await staff.preview()
  const grown = memoryKilobytes(dataDir) - memoryAfter100
  console.log(`After 1,000 previews the portal uses ${Math.round(grown / megabyte)} MB more than after 100.`)
}

const percent = (ratio: number) => ((ratio - 1) * 100).toFixed(0)

/** Times sequential calls; the first one, which starts the render worker, is excluded. */
async function measureSequentially(
  name: string,
  count: number,
  work: () => Promise<unknown>,
): Promise<Timing> {
  await work()
  const times: number[] = []
  for (let number = 0; number < count; number += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
  return { name, times, concurrency: 1, perSecond: count / seconds }
}

/** The memory used by the portal and its render worker, in kilobytes (Linux only). */
function memoryKilobytes(dataDir: string): number {
  const theirs = listProcesses(dataDir).filter(({ command }) =>
    /node \S*(main|render-worker)\.ts/.test(command),
  )
  return theirs.reduce((sum, { processId }) => {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8')
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  }, 0)
}
