import { z } from 'zod'
import { messages } from './cli-messages.ts'

/** Text for people: not blank, limited in length, printable; line breaks are allowed. */
export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, messages.blank)
    .max(longest, messages.tooLong(longest))
    .regex(/^(\P{Cc}|\n)*$/u, messages.unwritten)

/** The indexes of list items whose value appears earlier in the list. */
export function findDuplicates(values: readonly string[]): [place: number, value: string][] {
  return [...values.entries()].filter(([place, value]) => values.indexOf(value) < place)
}
