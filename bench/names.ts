import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { allTypes } from '#provider-search/rules.ts'
import { findProviders } from '#provider-search/server/find-providers.ts'
import { findDefinitionByCode } from '#provider-search/server/search-definitions.ts'
import { createRandom, type Random } from '#seed/seeded-random.ts'
import { openBenchPortal } from './bench-portal.ts'
import { formatPerRequest, readUsage } from './processor-time.ts'
import { definitionCode } from './provider-dataset.ts'
import { measureTyping } from './search-typing.ts'
import { measure, measureTimes, print, type Timing } from './timing.ts'

const rows = Number(process.env.ROWS ?? 1_000_000)
const searchCount = 300
const concurrency = 8

const namedRow = z.object({ hash: z.string(), name: z.string(), state: z.string(), network: z.string() })
type NamedProvider = z.infer<typeof namedRow>

/**
 * Prints the cost and recall of searches by name and state, with and without typos, the cost of common words, and the time of
 * suggestions while fifty people type.
 */
export async function run() {
  const portal = await openBenchPortal(rows)
  try {
    const providers = await pickProviders(portal.databaseContext.owner)
    print([...(await measureTypos(portal, providers)), ...(await measureCommonWords(portal))])
    await measureTyping(portal, providers)
  } finally {
    await portal.close()
  }
}

type Portal = Awaited<ReturnType<typeof openBenchPortal>>

async function openSearch({ databaseContext: { app } }: Portal) {
  const definition = await findDefinitionByCode(app, definitionCode)
  if (!definition) throw new Error('The search definition of the benchmark is missing.')
  const never = new AbortController().signal
  return (search: { name: string; state: string; networkCode: string }) =>
    findProviders(
      app,
      definition,
      { providerSearchCode: definitionCode, providerType: allTypes, ...search },
      never,
    )
}

async function measureTypos(portal: Portal, providers: readonly NamedProvider[]): Promise<Timing[]> {
  const search = await openSearch(portal)
  const timings: Timing[] = []
  for (const typoCount of [0, 1, 2]) {
    const random = createRandom(`${typoCount} slips`)
    const searches = providers.map((provider) => ({
      ...provider,
      typed: addTypos(provider.name, typoCount, random),
    }))
    const found = new Set<string>()
    const name = `${['as written', 'one typo in a word', 'two typos in a word'][typoCount]}`
    const timing = await withCpuTime(portal, name, 2.2 * searches.length, () =>
      measure(name, searches, concurrency, async ({ typed, state, network, hash }) => {
        const response = await search({ name: typed, state, networkCode: network })
        if (response.includes(`"hash":"${hash}"`)) found.add(hash)
      }),
    )
    const recall = (100 * found.size) / providers.length
    timings.push({ ...timing, name: `${name}: ${recall.toFixed(1)} % found` })
  }
  return timings
}

const commonWords = ['Center', 'Centr', 'Cent', 'Medical', 'Medical Center']

/** Words with which many providers of a large state match. */
async function measureCommonWords(portal: Portal): Promise<Timing[]> {
  const search = await openSearch(portal)
  const timings: Timing[] = []
  for (const word of commonWords) {
    const searches = Array.from({ length: 100 }, () => ({
      name: word,
      state: 'TX',
      networkCode: 'benchLarge',
    }))
    const name = `“${word}” in Texas`
    const began = performance.now()
    const times = await withCpuTime(portal, name, 1.2 * searches.length, () => measureTimes(searches, search))
    const perSecond = (1.2 * searches.length * 1000) / (performance.now() - began)
    timings.push({ name, times, perSecond, concurrency: 1 })
  }
  return timings
}

/** Prints the processor time of this process, which runs the searches, and of the database, per search. */
async function withCpuTime<T>(
  { dataDir }: Portal,
  name: string,
  searches: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = readUsage(process.pid, dataDir)
  const result = await work()
  const each = formatPerRequest(before, readUsage(process.pid, dataDir), searches)
  console.log(`${name}, CPU milliseconds per search: ${each}.\n`)
  return result
}

function pickProviders(db: Database) {
  return queryRows(
    db,
    namedRow,
    sql`select hash, name, state_id as state, network_code as network
          from provider
         where name ~ '[a-z]{6}'
         order by md5(hash)
         limit ${searchCount}`,
  )
}

/** A name with this many typos in its longest word: a wrong, missing, extra or transposed letter. */
function addTypos(name: string, typoCount: number, random: Random): string {
  const longest = name.split(/[^a-z]+/i).reduce((best, word) => (word.length > best.length ? word : best), '')
  let word = longest
  for (let typo = 0; typo < typoCount; typo += 1) word = addTypo(word, random)
  return name.replace(longest, word)
}

function addTypo(word: string, random: Random): string {
  const at = random.between(0, word.length - 2)
  const letter = random.oneOf([...'abcdefghijklmnopqrstuvwxyz'])
  const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
  return random.oneOf([
    `${before}${letter}${next}${after}`,
    `${before}${next}${after}`,
    `${before}${letter}${here}${next}${after}`,
    `${before}${next}${here}${after}`,
  ])
}
