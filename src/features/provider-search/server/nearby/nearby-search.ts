import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import type { Circle } from '../../rules.ts'
import type { Definition } from '../search-definitions.ts'
import type { KeptDirectory, KeptIndex } from './kept-directory.ts'
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
 * The same answer as from `searchByDistance`, as the bytes of the JSON text `[…]`, from what this process keeps; undefined if
 * it has nothing of the request's version of the directory, or if only the database can order the results.
 */
export async function searchNearby(
  db: Database,
  directory: KeptDirectory,
  { definition, networks, circle, cap, signal, ...filter }: NearbyRequest,
): Promise<Buffer | undefined> {
  const kept = directory.find(definition)
  const codes = networks.map(({ code }) => code)
  const nearest = kept?.index.findNearest({ networks: codes, ...filter }, circle, cap)
  if (!kept || !nearest) return undefined
  const missing = nearest.flatMap(({ row }) => (kept.texts.has(row) ? [] : row))
  if (missing.length > 0 && !(await readTexts(db, kept, missing, signal))) return undefined
  return writeResults(kept, networks, nearest)
}

const textRow = z.object({
  version: z.number(),
  network: z.string(),
  hash: z.string(),
  json: z.string(),
  tin: z.string(),
})

/** Reads the texts of some providers. Returns false if the directory has another version now. */
async function readTexts(
  db: Database,
  { version, index, texts }: KeptIndex,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = new Map(rows.map((row) => [describeKey(index.getNetwork(row), index.getHash(row)), row]))
  const found = await queryRows(
    db,
    textRow,
    sql`
    select (select version from directory_version) as version, network_code as network, hash,
           provider_json as json, coalesce(to_json(tin)::text, 'null') as tin
      from provider
     where network_code = any(${[...new Set(rows.map(index.getNetwork))]}::text[])
       and hash = any(${rows.map(index.getHash)}::text[])
       and not hidden`,
    { signal, isPrepared: true },
  )
  for (const { network, hash, ...text } of found) {
    const row = wanted.get(describeKey(network, hash))
    if (text.version !== version) return false
    if (row !== undefined) texts.put(row, text)
  }
  return true
}

const describeKey = (network: string, hash: string) => `${network}\n${hash}`
