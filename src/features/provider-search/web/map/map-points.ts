import type { ResultRow } from '../results/use-result-table.ts'
import { type Point, unbroken } from './clusters.ts'

/** A row of the results where it stands on the map. */
export type Place = Point & { row: ResultRow }

/** The places of a page, in the list's order. */
export function placesOf(rows: ResultRow[]): Place[] {
  return unbroken(
    rows.map((row) => ({ row, latitude: row.original.latitude, longitude: row.original.longitude })),
  )
}
