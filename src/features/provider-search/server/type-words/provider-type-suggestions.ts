import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import type { ProviderType } from '../../contract.ts'
import { queryProviderTypes } from '../search-definitions.ts'
import type { TypeWords } from './build-vocabulary.ts'
import { createTypeMatcher } from './create-type-matcher.ts'

const file = new URL('provider-type-words.csv', import.meta.url)
const phrases = z.string().transform((text) => text.split('; ').filter(Boolean))
const row = z.object({ id: z.string(), type: z.string(), names: phrases, related: phrases })

/** The words for each provider type, with the name of the type first. */
export const readTypeWords = (): TypeWords[] =>
  z
    .array(row)
    .parse(parse(readFileSync(file), { columns: true }))
    .map(({ id, type, names, related }) => ({ id, names: [type, ...names], related }))

let matchTypes: ReturnType<typeof createTypeMatcher> | undefined

const maxSuggestions = 10

/**
 * The provider types available in the networks, in one state or anywhere, that a text may mean, best first. The words are
 * read at the first use.
 */
export async function findSuggestedTypes(
  db: Database,
  networks: readonly string[],
  stateId: string,
  text: string,
): Promise<ProviderType[]> {
  matchTypes ??= createTypeMatcher(readTypeWords())
  const meant = matchTypes(text)
  if (meant.length === 0) return []
  const available = await queryProviderTypes(db, networks, stateId)
  return meant.flatMap((id) => available.find((type) => type.id === id) ?? []).slice(0, maxSuggestions)
}
