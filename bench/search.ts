import { definitionOf } from '#provider-search/server/definitions.ts'
import { searchFor } from '#provider-search/server/search-for.ts'
import { limits, openBenchPortal } from './bench-portal.ts'
import { definitionCode } from './million-providers.ts'
import { timedCalls } from './search-calls.ts'
import { type PointSearch, pointSearches } from './searches.ts'
import { makeTextbook, searchTextbook } from './textbook-design.ts'
import { print, type Timing, timed, within } from './timing.ts'
import { treesInMemory } from './tree-in-memory.ts'

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

async function designs({ workplace }: Portal, searches: readonly PointSearch[]): Promise<Timing[]> {
  const { app, owner } = workplace
  const definition = await definitionOf(app, definitionCode)
  if (!definition) throw new Error('The search definition of the benchmark is missing.')
  const never = new AbortController().signal
  await makeTextbook(owner)
  await sameAnswers(
    searches,
    (search) => searchFor(app, definition, search, never),
    (search) => searchTextbook(app, search),
  )
  const ours = await timed('this portal', searches, atOnce, (search) =>
    searchFor(app, definition, search, never),
  )
  const textbook = await timed('textbook', searches.slice(0, searchCount / 4), atOnce, (search) =>
    searchTextbook(app, search),
  )
  const nearest = await treesInMemory(app)
  const tree = await timed('k-d tree in memory, numbers only', searches, atOnce, nearest)
  const times = within(0.5, textbook.times) / within(0.5, ours.times)
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
  const { origin, stop } = await portal.serve()
  console.log(`Over HTTP with ${JSON.stringify(limits)}, everything else as the settings have it.\n`)
  try {
    const wide = searches.map((search) => ({ ...search, providerType: '207Q00000X', rangeInKM: 80.467 }))
    await timedCalls('warming', origin, searches, atOnce)
    return [
      await timedCalls('over HTTP', origin, searches, 8),
      await timedCalls('over HTTP', origin, searches, 16),
      await timedCalls('over HTTP, a common type within 50 miles', origin, wide, 16),
    ]
  } finally {
    await stop()
  }
}
