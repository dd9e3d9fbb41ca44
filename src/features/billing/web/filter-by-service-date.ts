import { z } from 'zod'
import { parseDate } from '#platform/web/date-field/parse-date.ts'
import { messages } from '../messages.ts'

/** The date range as typed. */
export const serviceDates = z.object({ from: z.string(), to: z.string() })
export type TypedDates = z.infer<typeof serviceDates>

export const noDates: TypedDates = { from: '', to: '' }

/** Parses the typed days to YYYY-MM-DD; empty if invalid. */
export const daysOf = ({ from, to }: TypedDates): TypedDates => ({
  from: parseDate(from) ?? '',
  to: parseDate(to) ?? '',
})

/** Error messages for dates that filter nothing; empty if the range is valid or incomplete. */
export function faultsOf(dates: TypedDates): Partial<TypedDates> {
  const { from, to } = daysOf(dates)
  const isReversed = from && to && to < from
  return {
    ...(dates.from.trim() && !from && { from: messages.noSuchDay }),
    ...(dates.to.trim() && !to && { to: messages.noSuchDay }),
    ...(isReversed && { to: messages.datesReversed }),
  }
}
