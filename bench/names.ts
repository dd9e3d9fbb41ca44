import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { allTypes } from '#provider-search/rules.ts'
import { findDefinitionByCode } from '#provider-search/server/search-definitions.ts'
import { runSearch } from '#provider-search/server/search-providers.ts'
import { createRandom, type Random } from '#seed/seeded-random.ts'
import { openBenchPortal } from './bench-portal.ts'
import { definitionCode } from './provider-dataset.ts'
import { measure, print } from './timing.ts'

const rows = 1_000_000
const searchCount = 300
const concurrency = 8

const namedRow = z.object({ hash: z.string(), name: z.string(), state: z.string(), network: z.string() })

/** Prints the cost and recall of searches by name and state, with and without typos. */
export async function run() {
  const { databaseContext, close } = await openBenchPortal(rows)
  try {
    const definition = await findDefinitionByCode(databaseContext.app, definitionCode)
    if (!definition) throw new Error('The search definition of the benchmark is missing.')
    const providers = await pickProviders(databaseContext.owner)
    const never = new AbortController().signal
    const timings = []
    for (const typoCount of [0, 1, 2]) {
      const random = createRandom(`${typoCount} slips`)
      const searches = providers.map((provider) => ({
        ...provider,
        typed: addTypos(provider.name, typoCount, random),
      }))
      const found = new Set<string>()
      const name = `${['as written', 'one typo in a word', 'two typos in a word'][typoCount]}`
      const timing = await measure(name, searches, concurrency, async ({ typed, state, network, hash }) => {
        const search = {
          providerSearchCode: definitionCode,
          providerType: allTypes,
          networkCode: network,
          state,
        }
        const answer = await runSearch(databaseContext.app, definition, { ...search, name: typed }, never)
        if (answer.includes(`"hash":"${hash}"`)) found.add(hash)
      })
      timings.push({
        ...timing,
        name: `${name}: ${((100 * found.size) / providers.length).toFixed(1)} % found`,
      })
    }
    print(timings)
  } finally {
    await close()
  }
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
