import type { CsvSource } from '#platform/import/csv-file.ts'
import type { Rejects } from '#platform/import/rejects.ts'
import type { Example } from './diff-tables.ts'
import type { Mapping } from './mapping/mapping-schema.ts'
import type { NetworkChange } from './network-changes.ts'

/** The source name of rosters that are imported without one. */
export const mainSource = 'main'

/** How many providers of a source an import may remove from a network: a number or a share. */
export type RemovalLimit = { count: number } | { share: number }

/** The source and options of an import. */
export type RosterImport = {
  source: CsvSource
  /** Maps the columns of the source; without a mapping, the source must have the standard columns. */
  mapping?: Mapping | undefined
  /** The network of every row; without it, each row names its own. */
  network?: string | undefined
  /** The source that the providers of the file belong to; `main` by default. */
  sourceName?: string | undefined
  /**
   * Whether to move rows whose ID belongs to another source of the network to this one instead of rejecting
   * them.
   */
  takeOver?: boolean
  /** Whether to remove providers of the source that the file lacks. */
  replace?: boolean
  /** How many providers may be removed without confirmation. */
  removeUpTo?: RemovalLimit | undefined
  /** Asks the operator whether to remove more; returns undefined if there is no terminal to ask on. */
  confirm?(question: string): Promise<boolean | undefined>
  /** Whether to import nothing if any row is rejected. */
  strict?: boolean
  /** Whether to validate everything without changing anything. */
  dryRun?: boolean
  actor: string
  rejects?: Rejects
  /** The imported rows that have warnings. */
  warnings?: Rejects
  /** Called every few hundred rows. */
  progress?(read: number, fraction: number): void
  /** Called before each step that takes a long time. */
  onStatus?(line: string): void
}

export type NetworkResult = {
  network: string
  added: number
  changed: number
  removed: number
  unchanged: number
}

/** How many rows were located at the roster's point, by ZIP and by city. */
export type Placed = { roster: number; zip: number; city: number }

export type ImportCounts = {
  read: number
  skipped: number
  rejected: number
  warned: number
  /** The number of rejected rows whose place is unknown or ambiguous. */
  unplaced: number
  placed: Placed
}

/** A network that would lose more providers of the source than the limit allows. */
export type Excess = { network: string; removed: number; ofSource: number }

export type ImportResult = ImportCounts & {
  outcome: 'done' | 'refused' | 'nothing to do' | 'dry run'
  /**
   * Why nothing was imported: a row was rejected under `strict`, every row was rejected, a replacement would
   * have left nothing, or too many providers would have been removed.
   */
  refusal?: 'strict' | 'rejected' | 'empty' | 'removals'
  /** The run ID that `import list` shows. */
  runId?: string
  excess?: Excess[]
  examples?: (Example & { network: string })[]
  networks: NetworkResult[]
}

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

/** Thrown when the command cannot run with these arguments; the message says what to use. */
export class UsageError extends Error {
  override name = 'UsageError'
}
