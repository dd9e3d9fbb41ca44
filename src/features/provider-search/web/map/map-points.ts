import type { ResultRow } from '../results/use-result-table.ts'
import { type Point, unwrapLongitudes } from './clusters.ts'

/** A row of the results where it stands on the map. */
export type Place = Point & { row: ResultRow }

/** The places of a page, in the list's order. */
export function toPlaces(rows: ResultRow[]): Place[] {
  return unwrapLongitudes(
    rows.map((row) => ({ row, latitude: row.original.latitude, longitude: row.original.longitude })),
  )
}
