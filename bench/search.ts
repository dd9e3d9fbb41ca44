import { findDefinitionByCode } from '#provider-search/server/search-definitions.ts'
import { runSearch } from '#provider-search/server/search-providers.ts'
import { createBaselineTable, searchBaseline } from './baseline-design.ts'
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
    (search) => runSearch(app, definition, search, never),
    (search) => searchBaseline(app, search),
  )
  const ours = await measure('this portal', searches, concurrency, (search) =>
    runSearch(app, definition, search, never),
  )
  const textbook = await measure('textbook', searches.slice(0, searchCount / 4), concurrency, (search) =>
    searchBaseline(app, search),
  )
  const nearest = await buildKdTrees(app)
  const tree = await measure('k-d tree in memory, numbers only', searches, concurrency, nearest)
  const times = percentile(0.5, textbook.times) / percentile(0.5, ours.times)
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

async function measureCalls(portal: Portal, searches: readonly PointSearch[]): Promise<Timing[]> {
  const server = await portal.serve()
  const { origin, stop } = server
  console.log(`Over HTTP with ${JSON.stringify(limits)}, all other settings at their defaults.\n`)
  try {
    const wide = searches.map((search) => ({ ...search, providerType: '207Q00000X', rangeInKM: 80.467 }))
    await measureSearches('warming', origin, searches, concurrency)
    return [
      await measureSearches('over HTTP', origin, searches, 8),
      await measureSearches('over HTTP', origin, searches, 16),
      await withCpuTime(portal, server, () =>
        measureSearches('over HTTP, a common type within 50 miles', origin, wide, 16),
      ),
      await measureBareServer(portal, wide, await responseBytes(origin, wide)),
    ]
  } finally {
    await stop()
  }
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
