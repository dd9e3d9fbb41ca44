import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

const yes = new Set(['yes', 'y', 'true', 't', '1', 'x'])
const no = new Set(['', 'no', 'n', 'false', 'f', '0'])
const degrees = /^[+-]?\d{1,3}(?:[.,]\d*)?$/

/** Whether a cell says yes; an empty one says no. Throws `RowRejectedError`. */
export function yesNo(column: 'preferred' | 'hideVOB', value: string): boolean {
  const said = saidYesNo(value)
  if (said === undefined) throw new RowRejectedError(messages.notYesNo(column, value))
  return said
}

/** What a cell says that should say yes or no; undefined when it says neither. */
export function saidYesNo(value: string): boolean | undefined {
  const word = value.toLowerCase()
  if (no.has(word)) return false
  return yes.has(word) ? true : undefined
}

/** The point that a row gives, in degrees; null where it gives none. 0, 0 is how some systems write "none". */
export function pointIn(row: RosterRow) {
  if (row.latitude === '' && row.longitude === '') return nowhere
  if (row.latitude === '' || row.longitude === '') throw new RowRejectedError(messages.halfPoint)
  const latitude = degreesIn('latitude', row.latitude, 90)
  const longitude = degreesIn('longitude', row.longitude, 180)
  return latitude === 0 && longitude === 0 ? nowhere : { latitude, longitude, locatedBy: 'roster' as const }
}

const nowhere = { latitude: null, longitude: null, locatedBy: 'zip' as const }

function degreesIn(column: 'latitude' | 'longitude', value: string, limit: number): number {
  if (!degrees.test(value)) throw new RowRejectedError(messages.notCoordinate(column, value))
  const number = Number(value.replace(',', '.'))
  if (Math.abs(number) > limit) throw new RowRejectedError(messages.outOfRange(column, value, limit))
  return number
}
