import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { allTypes } from '#provider-search/rules.ts'
import { definitionOf } from '#provider-search/server/definitions.ts'
import { searchFor } from '#provider-search/server/search-providers.ts'
import { createRandom, type Random } from '#seed/seeded-random.ts'
import { openBenchPortal } from './bench-portal.ts'
import { definitionCode } from './provider-dataset.ts'
import { measure, print } from './timing.ts'

const rows = 1_000_000
const searchCount = 300
const atOnce = 8

const namedRow = z.object({ hash: z.string(), name: z.string(), state: z.string(), network: z.string() })

/** Prints what finding a provider by its name and state costs, and how often it is found: as written, and with slips. */
export async function run() {
  const { databaseContext, close } = await openBenchPortal(rows)
  try {
    const definition = await definitionOf(databaseContext.app, definitionCode)
    if (!definition) throw new Error('The search definition of the benchmark is missing.')
    const providers = await someProviders(databaseContext.owner)
    const never = new AbortController().signal
    const timings = []
    for (const slips of [0, 1, 2]) {
      const random = createRandom(`${slips} slips`)
      const searches = providers.map((provider) => ({
        ...provider,
        typed: mistyped(provider.name, slips, random),
      }))
      const found = new Set<string>()
      const name = `${['as written', 'one slip in a word', 'two slips in a word'][slips]}`
      const timing = await measure(name, searches, atOnce, async ({ typed, state, network, hash }) => {
        const search = {
          providerSearchCode: definitionCode,
          providerType: allTypes,
          networkCode: network,
          state,
        }
        const answer = await searchFor(databaseContext.app, definition, { ...search, name: typed }, never)
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

function someProviders(db: Database) {
  return rowsOf(
    db,
    namedRow,
    sql`select hash, name, state_id as state, network_code as network
          from provider
         where name ~ '[a-z]{6}'
         order by md5(hash)
         limit ${searchCount}`,
  )
}

/** A name with so many slips in its longest word: a letter wrong, left out, added or swapped with the next. */
function mistyped(name: string, slips: number, random: Random): string {
  const longest = name.split(/[^a-z]+/i).reduce((best, word) => (word.length > best.length ? word : best), '')
  let word = longest
  for (let slip = 0; slip < slips; slip += 1) word = slipped(word, random)
  return name.replace(longest, word)
}

function slipped(word: string, random: Random): string {
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
