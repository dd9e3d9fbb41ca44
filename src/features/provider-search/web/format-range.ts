import { messages } from '../messages.ts'
import type { Unit } from '../rules.ts'

/** A range as it is read: "1 mile", "10 kilometres". */
export function formatRange(range: number, unit: Unit): string {
  const { one, many } = messages.units[unit]
  return `${range} ${range === 1 ? one : many}`
}
