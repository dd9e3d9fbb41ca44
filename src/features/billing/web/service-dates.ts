import { z } from 'zod'
import { parseDate } from '#platform/contract/parse-date.ts'
import { messages } from '../messages.ts'

/** The date range as typed. */
export const serviceDates = z.object({ from: z.string(), to: z.string() })
export type TypedDates = z.infer<typeof serviceDates>

export const noDates: TypedDates = { from: '', to: '' }

/** Parses the typed dates to YYYY-MM-DD; an invalid date becomes an empty string. */
export const parseDates = ({ from, to }: TypedDates): TypedDates => ({
  from: parseDate(from) ?? '',
  to: parseDate(to) ?? '',
})

/** Returns an error message for each invalid date; none if the range is valid or incomplete. */
export function validateDates(dates: TypedDates): Partial<TypedDates> {
  const { from, to } = parseDates(dates)
  const isReversed = from && to && to < from
  return {
    ...(dates.from.trim() && !from && { from: messages.invalidDate }),
    ...(dates.to.trim() && !to && { to: messages.invalidDate }),
    ...(isReversed && { to: messages.datesReversed }),
  }
}
