import type { NetworkChange } from './apply-network.ts'
import type { Excess, RemovalLimit } from './roster-import.ts'

/** More than this is seldom meant: a roster loses a few in a hundred from one month to the next. */
export const defaultLimit: RemovalLimit = { share: 0.05 }

/** What an operator writes: `200` providers or `20%` of a source's; undefined when it is neither. */
export function parseRemovalLimit(text: string): RemovalLimit | undefined {
  const [, digits, percent] = /^(\d{1,9})(?:\.0)?(%?)$/.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (!percent) return { count: number }
  return number <= 100 ? { share: number / 100 } : undefined
}

/** The networks from which more providers of the source would be removed than the limit allows. */
export function findExcess(limit: RemovalLimit, changes: readonly NetworkChange[]): Excess[] {
  return changes
    .filter(({ removed, ofSource }) => removed > ('count' in limit ? limit.count : limit.share * ofSource))
    .map(({ network, removed, ofSource }) => ({ network, removed, ofSource }))
}
