import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

const yes = new Set(['yes', 'y', 'true', 't', '1', 'x'])
const no = new Set(['', 'no', 'n', 'false', 'f', '0'])
const degrees = /^[+-]?\d{1,3}(?:[.,]\d*)?$/

/** Parses a yes/no cell; empty means no. Throws `RowRejectedError`. */
export function parseYesNo(column: 'preferred' | 'hideVOB', value: string): boolean {
  const parsed = tryParseYesNo(value)
  if (parsed === undefined) throw new RowRejectedError(messages.notYesNo(column, value))
  return parsed
}

/** Parses a yes/no cell; undefined if it is neither. */
export function tryParseYesNo(value: string): boolean | undefined {
  const word = value.toLowerCase()
  if (no.has(word)) return false
  return yes.has(word) ? true : undefined
}

/** Parses the coordinates of a row; null if it has none. Some systems write 0, 0 for "none". */
export function parsePoint(row: RosterRow) {
  if (row.latitude === '' && row.longitude === '') return noPoint
  if (row.latitude === '' || row.longitude === '') throw new RowRejectedError(messages.incompletePoint)
  const latitude = parseDegrees('latitude', row.latitude, 90)
  const longitude = parseDegrees('longitude', row.longitude, 180)
  return latitude === 0 && longitude === 0 ? noPoint : { latitude, longitude, locatedBy: 'roster' as const }
}

const noPoint = { latitude: null, longitude: null, locatedBy: 'zip' as const }

function parseDegrees(column: 'latitude' | 'longitude', value: string, limit: number): number {
  if (!degrees.test(value)) throw new RowRejectedError(messages.notCoordinate(column, value))
  const number = Number(value.replace(',', '.'))
  if (Math.abs(number) > limit) throw new RowRejectedError(messages.outOfRange(column, value, limit))
  return number
}
