import { messages } from '../messages.ts'
import type { Unit } from '../rules.ts'

/** Formats a range: "1 mile", "10 kilometers". */
export function formatRange(range: number, unit: Unit): string {
  const { one, many } = messages.units[unit]
  return `${range} ${range === 1 ? one : many}`
}
