import { definitionOf } from '#provider-search/server/definitions.ts'
import { searchFor } from '#provider-search/server/search-providers.ts'
import { createBaselineTables, searchBaseline } from './baseline-design.ts'
import { limits, openBenchPortal, serveBare } from './bench-portal.ts'
import { buildKdTrees } from './kd-tree-baseline.ts'
import { perCall, readUsage } from './processor-time.ts'
import { definitionCode } from './provider-dataset.ts'
import { responseBytes, timedCalls } from './search-calls.ts'
import { type PointSearch, pointSearches } from './searches.ts'
import { measure, percentile, print, type Timing } from './timing.ts'

const rows = Number(process.env.ROWS ?? 1_000_000)
const searchCount = 2000
const atOnce = 8

/** Prints what a search costs: in the database, in a textbook design, in memory, and as a whole call over HTTP. */
export async function run() {
  const portal = await openBenchPortal(rows)
  try {
    const searches = pointSearches(searchCount, portal.draws)
    print([...(await designs(portal, searches)), ...(await calls(portal, searches))])
  } finally {
    await portal.close()
  }
}

type Portal = Awaited<ReturnType<typeof openBenchPortal>>

async function designs({ databaseContext }: Portal, searches: readonly PointSearch[]): Promise<Timing[]> {
  const { app, owner } = databaseContext
  const definition = await definitionOf(app, definitionCode)
  if (!definition) throw new Error('The search definition of the benchmark is missing.')
  const never = new AbortController().signal
  await createBaselineTables(owner)
  await sameAnswers(
    searches,
    (search) => searchFor(app, definition, search, never),
    (search) => searchBaseline(app, search),
  )
  const ours = await measure('this portal', searches, atOnce, (search) =>
    searchFor(app, definition, search, never),
  )
  const textbook = await measure('textbook', searches.slice(0, searchCount / 4), atOnce, (search) =>
    searchBaseline(app, search),
  )
  const nearest = await buildKdTrees(app)
  const tree = await measure('k-d tree in memory, numbers only', searches, atOnce, nearest)
  const times = percentile(0.5, textbook.times) / percentile(0.5, ours.times)
  console.log(`At p50 the textbook design takes ${times.toFixed(1)} times as long.\n`)
  return [ours, textbook, tree]
}

/** Both designs have to find the same before their times mean anything. */
async function sameAnswers(
  searches: readonly PointSearch[],
  ours: (search: PointSearch) => Promise<string>,
  theirs: (search: PointSearch) => Promise<string>,
) {
  let providers = 0
  for (const search of searches.slice(0, 100)) {
    const [found, expected] = [await ours(search), await theirs(search)].map(distancesIn)
    if (String(found) !== String(expected))
      throw new Error(`The designs differ on ${JSON.stringify(search)}.`)
    providers += found?.length ?? 0
  }
  console.log(`Same answers in 100 searches, on average ${providers / 100} providers.\n`)
}

const distancesIn = (json: string) =>
  [...json.matchAll(/"distance":([\d.e-]+)/g)].map(([, km]) => Number(km).toFixed(6))

async function calls(portal: Portal, searches: readonly PointSearch[]): Promise<Timing[]> {
  const server = await portal.serve()
  const { origin, stop } = server
  console.log(`Over HTTP with ${JSON.stringify(limits)}, everything else as the settings have it.\n`)
  try {
    const wide = searches.map((search) => ({ ...search, providerType: '207Q00000X', rangeInKM: 80.467 }))
    await timedCalls('warming', origin, searches, atOnce)
    return [
      await timedCalls('over HTTP', origin, searches, 8),
      await timedCalls('over HTTP', origin, searches, 16),
      await counted(portal, server, () =>
        timedCalls('over HTTP, a common type within 50 miles', origin, wide, 16),
      ),
      await bareCalls(portal, wide, await responseBytes(origin, wide)),
    ]
  } finally {
    await stop()
  }
}

/** The same bytes from a server that does nothing else: nobody can be faster here. */
async function bareCalls(portal: Portal, searches: readonly PointSearch[], bytes: number): Promise<Timing> {
  const bare = await serveBare(bytes)
  try {
    const name = `a bare server with the same ${Math.round(bytes / 1000)} KB`
    return await counted(portal, bare, () => timedCalls(name, bare.origin, searches, 16))
  } finally {
    await bare.stop()
  }
}

/** Prints what a call takes of the processors. */
async function counted(
  { dataDir }: Portal,
  { process: server }: { process: number },
  work: () => Promise<Timing>,
): Promise<Timing> {
  const before = readUsage(server, dataDir)
  const timing = await work()
  const each = perCall(before, readUsage(server, dataDir), timing.times.length)
  console.log(`${timing.name}, processor milliseconds a call: ${each}.\n`)
  return timing
}
