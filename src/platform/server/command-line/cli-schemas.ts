import { z } from 'zod'
import { messages } from './cli-messages.ts'

/** Text that people read: not blank, at most so long, every character readable; lines may be broken. */
export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, messages.blank)
    .max(longest, messages.tooLong(longest))
    .regex(/^(\P{Cc}|\n)*$/u, messages.unwritten)

/** The places in a list whose value stands before them already. */
export function repeats(values: readonly string[]): [place: number, value: string][] {
  return [...values.entries()].filter(([place, value]) => values.indexOf(value) < place)
}
