import type { ResultRow } from '../results/use-result-table.ts'
import { type Point, unwrapLongitudes } from './clusters.ts'

/** A result row with its point on the map. */
export type Place = Point & { row: ResultRow }

/** The places of a page, in list order. */
export function toPlaces(rows: ResultRow[]): Place[] {
  return unwrapLongitudes(
    rows.map((row) => ({ row, latitude: row.original.latitude, longitude: row.original.longitude })),
  )
}
