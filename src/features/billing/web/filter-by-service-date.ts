import { z } from 'zod'
import { typedDay } from '#platform/web/date-field/parse-date.ts'
import { messages } from '../messages.ts'

/** Between which days bills are looked for, as they are typed. */
export const serviceDates = z.object({ from: z.string(), to: z.string() })
export type TypedDates = z.infer<typeof serviceDates>

export const noDates: TypedDates = { from: '', to: '' }

/** The days that are typed (YYYY-MM-DD), empty where there is none such. */
export const daysOf = ({ from, to }: TypedDates): TypedDates => ({
  from: typedDay(from) ?? '',
  to: typedDay(to) ?? '',
})

/** Why dates narrow nothing, in a sentence at each field; empty when they do, or are not all typed yet. */
export function faultsOf(dates: TypedDates): Partial<TypedDates> {
  const { from, to } = daysOf(dates)
  const isReversed = from && to && to < from
  return {
    ...(dates.from.trim() && !from && { from: messages.noSuchDay }),
    ...(dates.to.trim() && !to && { to: messages.noSuchDay }),
    ...(isReversed && { to: messages.datesReversed }),
  }
}
