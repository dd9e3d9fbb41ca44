import type { Database } from '#platform/server/database.ts'
import type { Point } from '../contract.ts'
import { findMeanings } from './gazetteer-queries.ts'
import { listLookups, resolvePlace } from './parse-address.ts'

/** Finds the center of an address's ZIP or city in our own tables; returns undefined if none matches. */
export async function geocodeFromGazetteer(db: Database, address: string): Promise<Point | undefined> {
  const { words, phrases, zips } = listLookups(address)
  if (words.length === 0) return undefined
  const place = resolvePlace(words, await findMeanings(db, phrases, zips))
  if (!place) return undefined
  const { latitude, longitude, label, kind } = place
  return { latitude, longitude, label, precision: kind === 'zip' ? 'zip' : 'city' }
}
