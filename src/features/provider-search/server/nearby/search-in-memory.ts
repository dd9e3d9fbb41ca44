import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import type { Circle } from '../../rules.ts'
import type { Definition } from '../search-definitions.ts'
import type { CachedIndex, ProviderIndexCache } from './provider-index-cache.ts'
import { writeResults } from './write-results.ts'

/** A search around a point that filters only by network, type and country. */
export type NearbyRequest = {
  definition: Definition
  networks: Definition['networks']
  type: string | undefined
  country: string | undefined
  circle: Circle
  cap: number
  signal: AbortSignal
}

/**
 * The same results as from `searchInDatabase`, as the bytes of the JSON text `[…]`, from the cached index. Undefined if there
 * is none of the request's version of the directory, if only the database can order the results, or if a text is missing.
 */
export async function searchInMemory(
  db: Database,
  indexCache: ProviderIndexCache,
  { definition, networks, circle, cap, signal, ...filter }: NearbyRequest,
): Promise<Buffer | undefined> {
  const cached = indexCache.find(definition)
  const codes = networks.map(({ code }) => code)
  const nearest = cached?.index.findNearest({ networks: codes, ...filter }, circle, cap)
  if (!cached || !nearest) return undefined
  const missing = nearest.flatMap(({ providerNumber }) =>
    cached.texts.has(providerNumber) ? [] : providerNumber,
  )
  if (missing.length > 0 && !(await readTexts(db, cached, missing, signal))) return undefined
  return writeResults(cached, networks, nearest)
}

const textRow = z.object({
  version: z.number(),
  networkCode: z.string(),
  hash: z.string(),
  json: z.string(),
  tin: z.string(),
})

/** Reads the texts of some providers. Returns false if the directory has another version now. */
async function readTexts(
  db: Database,
  { version, index, texts }: CachedIndex,
  providerNumbers: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = new Map(
    providerNumbers.map((providerNumber) => [
      toKey(index.getNetworkCode(providerNumber), index.getHash(providerNumber)),
      providerNumber,
    ]),
  )
  const found = await queryRows(
    db,
    textRow,
    sql`
    select (select version from directory_version) as version, network_code as "networkCode", hash,
           provider_json as json, coalesce(to_json(tin)::text, 'null') as tin
      from provider
     where network_code = any(${[...new Set(providerNumbers.map(index.getNetworkCode))]}::text[])
       and hash = any(${providerNumbers.map(index.getHash)}::text[])
       and not hidden`,
    { signal, isPrepared: true },
  )
  for (const { networkCode, hash, ...text } of found) {
    const providerNumber = wanted.get(toKey(networkCode, hash))
    if (text.version !== version) return false
    if (providerNumber !== undefined) texts.put(providerNumber, text)
  }
  return true
}

const toKey = (networkCode: string, hash: string) => `${networkCode}\n${hash}`
