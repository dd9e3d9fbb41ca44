import type { NetworkChange } from './apply-network.ts'
import type { Excess, RemovalLimit } from './roster-import.ts'

/** Larger removals are probably mistakes: rosters lose a few percent from month to month. */
export const defaultLimit: RemovalLimit = { share: 0.05 }

/**
 * Parses a limit: a number of providers (`200`) or a share of the source's (`20%`); undefined if it is
 * neither.
 */
export function parseRemovalLimit(text: string): RemovalLimit | undefined {
  const [, digits, percent] = /^(\d{1,9})(?:\.0)?(%?)$/.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (!percent) return { count: number }
  return number <= 100 ? { share: number / 100 } : undefined
}

/** The networks that would lose more providers of the source than the limit allows. */
export function findExcess(limit: RemovalLimit, changes: readonly NetworkChange[]): Excess[] {
  return changes
    .filter(({ removed, ofSource }) => removed > ('count' in limit ? limit.count : limit.share * ofSource))
    .map(({ network, removed, ofSource }) => ({ network, removed, ofSource }))
}
