import { setTimeout as sleep } from 'node:timers/promises'
import { toKilometers } from '#provider-search/rules.ts'
import { findProviders } from '#provider-search/server/find-providers.ts'
import { findDefinitionByCode } from '#provider-search/server/search-definitions.ts'
import { freePort } from '../tests/resilience/portal-run.ts'
import { createBaselineTable, dropBaselineTable, searchBaseline } from './baseline-design.ts'
import { limits, openBenchPortal, startBareServer } from './bench-portal.ts'
import { buildKdTrees } from './kd-tree-baseline.ts'
import { formatPerRequest, readUsage } from './processor-time.ts'
import { definitionCode } from './provider-dataset.ts'
import { measureSearches, responseBytes } from './search-calls.ts'
import { type PointSearch, pointSearches } from './searches.ts'
import { measure, percentile, print, type Timing } from './timing.ts'

const rows = Number(process.env.ROWS ?? 1_000_000)
const searchCount = 2000
const concurrency = 8

/**
 * Prints the cost of a search: in the database with the portal's design and with a textbook design, in
 * memory, and as a full HTTP request.
 */
export async function run() {
  const portal = await openBenchPortal(rows)
  try {
    const searches = pointSearches(searchCount, portal.source)
    print([...(await measureDesigns(portal, searches)), ...(await measureCalls(portal, searches))])
  } finally {
    await portal.close()
  }
}

type Portal = Awaited<ReturnType<typeof openBenchPortal>>

async function measureDesigns(
  { databaseContext }: Portal,
  searches: readonly PointSearch[],
): Promise<Timing[]> {
  const { app, owner } = databaseContext
  const definition = await findDefinitionByCode(app, definitionCode)
  if (!definition) throw new Error('The search definition of the benchmark is missing.')
  const never = new AbortController().signal
  await createBaselineTable(owner)
  await checkSameResults(
    searches,
    async (search) => String(await findProviders(app, definition, search, never)),
    (search) => searchBaseline(app, search),
  )
  const ours = await measure('this portal', searches, concurrency, (search) =>
    findProviders(app, definition, search, never),
  )
  const textbook = await measure('textbook', searches.slice(0, searchCount / 4), concurrency, (search) =>
    searchBaseline(app, search),
  )
  const nearest = await buildKdTrees(app)
  const tree = await measure('k-d tree in memory, numbers only', searches, concurrency, nearest)
  const times = percentile(0.5, textbook.times) / percentile(0.5, ours.times)
  await dropBaselineTable(owner)
  console.log(`At p50 the textbook design takes ${times.toFixed(1)} times as long.\n`)
  return [ours, textbook, tree]
}

/** Times are comparable only if both designs find the same providers. */
async function checkSameResults(
  searches: readonly PointSearch[],
  ours: (search: PointSearch) => Promise<string>,
  theirs: (search: PointSearch) => Promise<string>,
) {
  let providers = 0
  for (const search of searches.slice(0, 100)) {
    const [found, expected] = [await ours(search), await theirs(search)].map(readDistances)
    if (String(found) !== String(expected))
      throw new Error(`The designs differ on ${JSON.stringify(search)}.`)
    providers += found?.length ?? 0
  }
  console.log(`Same results in 100 searches, ${providers / 100} providers on average.\n`)
}

const readDistances = (json: string) =>
  [...json.matchAll(/"distance":([\d.e-]+)/g)].map(([, km]) => Number(km).toFixed(6))

/** A common type within 50 miles, so that most responses have 251 providers. */
const widen = (search: PointSearch): PointSearch => ({
  ...search,
  providerType: '207Q00000X',
  rangeInKM: toKilometers(50, 'mi'),
})

async function measureCalls(portal: Portal, searches: readonly PointSearch[]): Promise<Timing[]> {
  const wide = searches.map(widen)
  const newOnes = (seed: string) => pointSearches(10 * searchCount, portal.source, seed).map(widen)
  const repeated = 'a common type within 50 miles'
  console.log(`Over HTTP with ${JSON.stringify(limits)}, all other settings at their defaults.\n`)
  let bytes = 0
  const before = await withPortal(portal, 'from the database', '0', async (server, measureWide) => {
    bytes = await responseBytes(server.origin, wide)
    return [
      await measureSearches('over HTTP, from the database', server.origin, searches, 8),
      await measureWide(repeated, wide),
    ]
  })
  const after = await withPortal(portal, 'from memory', undefined, async ({ origin }, measureWide) => {
    const cold = await measureWide('the same, new searches, no texts kept yet', newOnes('first searches'))
    await measureSearches('warming', origin, wide, 16)
    return [
      await measureSearches('over HTTP, from memory', origin, searches, 8),
      await measureSearches('over HTTP, from memory', origin, searches, 16),
      await measureWide(repeated, wide),
      await measureWide('the same, new searches', newOnes('later searches')),
      cold,
    ]
  })
  const others = [
    ...(await withPortal(portal, 'from memory, hardly any texts kept', '1', async (_server, measureWide) => [
      await measureWide(repeated, wide),
    ])),
    ...(await withPortal(portal, 'from the database, again', '0', async (_server, measureWide) => [
      await measureWide(repeated, wide),
    ])),
  ]
  return [...before, ...after, ...others, await measureBareServer(portal, wide, bytes)]
}

type MeasureWide = (what: string, searches: readonly PointSearch[]) => Promise<Timing>

/** Starts a portal with this much memory for texts, warms it up, and waits for its index of providers, if it has one. */
async function withPortal(
  portal: Portal,
  name: string,
  memory: string | undefined,
  work: (server: { origin: string }, measureWide: MeasureWide) => Promise<Timing[]>,
): Promise<Timing[]> {
  const metricsPort = String(await freePort())
  const settings = { METRICS_PORT: metricsPort, ...(memory !== undefined && { SEARCH_MEMORY_MB: memory }) }
  const server = await portal.serve(settings)
  try {
    const warming = pointSearches(searchCount, portal.source).map(widen)
    await measureSearches('warming', server.origin, warming, concurrency)
    if (memory !== '0') await waitForIndex(metricsPort)
    return await work(server, (what, searches) =>
      withCpuTime(portal, server, () =>
        measureSearches(`over HTTP, ${name}, ${what}`, server.origin, searches, 16),
      ),
    )
  } finally {
    await server.stop()
  }
}

async function waitForIndex(metricsPort: string) {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const bytes = Number(/^portal_provider_index_bytes (\d+)/m.exec(metrics)?.[1])
    if (bytes > 0) return console.log(`The index and the texts have ${Math.round(bytes / 1e6)} MB.\n`)
    await sleep(1000)
  }
  throw new Error('The portal has built no index of providers.')
}

/** The same bytes from a server that does nothing else: the upper limit on this machine. */
async function measureBareServer(
  portal: Portal,
  searches: readonly PointSearch[],
  bytes: number,
): Promise<Timing> {
  const bare = await startBareServer(bytes)
  try {
    const name = `a bare server with the same ${Math.round(bytes / 1000)} KB`
    return await withCpuTime(portal, bare, () => measureSearches(name, bare.origin, searches, 16))
  } finally {
    await bare.stop()
  }
}

/** Prints the CPU time per request. */
async function withCpuTime(
  { dataDir }: Portal,
  { process: server }: { process: number },
  work: () => Promise<Timing>,
): Promise<Timing> {
  const before = readUsage(server, dataDir)
  const timing = await work()
  const each = formatPerRequest(before, readUsage(server, dataDir), timing.times.length)
  console.log(`${timing.name}, CPU milliseconds per request: ${each}.\n`)
  return timing
}
