import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { Example } from './diff-tables.ts'
import type { Mapping } from './mapping-schema.ts'

/** The source of providers whose roster was imported without a name for it. */
export const mainSource = 'main'

/** How many providers of a source an import may remove from a network: a number of them, or a share of all. */
export type RemovalLimit = { count: number } | { share: number }

/** What to import, and how. */
export type RosterImport = {
  source: CsvSource
  /** How the source's columns become a roster's; without it they have a roster's own names. */
  mapping?: Mapping | undefined
  /** The network of every row; without it each row names its own. */
  network?: string | undefined
  /** The name under which the file keeps its own providers; `main` without one. */
  sourceName?: string | undefined
  /** Rows whose id belongs to another source of the network move to this one instead of being rejected. */
  takeOver?: boolean
  /** The file is the whole of its source: providers of the source that it lacks are removed. */
  replace?: boolean
  /** How many providers may be removed without a question. */
  removeUpTo?: RemovalLimit | undefined
  /** Asks whether more may be removed; undefined where there is nobody to ask. */
  confirm?(question: string): Promise<boolean | undefined>
  /** One rejected row, and nothing is imported. */
  strict?: boolean
  /** Reads and checks everything and changes nothing. */
  dryRun?: boolean
  actor: string
  rejects?: Rejects
  /** Rows that were imported in spite of a doubt. */
  warnings?: Rejects
  /** Told of every few hundred rows that were read. */
  progress?(read: number, fraction: number): void
  /** Told of every step that takes its time. */
  onStatus?(line: string): void
}

export type NetworkResult = {
  network: string
  added: number
  changed: number
  removed: number
  unchanged: number
}

/** By what the imported rows got their points. */
export type Placed = { roster: number; zip: number; city: number }

export type ImportCounts = {
  read: number
  skipped: number
  rejected: number
  warned: number
  /** Rejected rows that have no known place. */
  unplaced: number
  placed: Placed
}

/** A network that would lose more providers of the source than the limit allows. */
export type Excess = { network: string; removed: number; ofSource: number }

export type ImportResult = ImportCounts & {
  outcome: 'done' | 'refused' | 'nothing to do' | 'dry run'
  /** Why nothing was imported: a rejected row under `strict`, no good row at all or to replace by, or too many removals. */
  refusal?: 'strict' | 'rejected' | 'empty' | 'removals'
  /** The run as `import list` shows it. */
  runId?: string
  excess?: Excess[]
  examples?: (Example & { network: string })[]
  networks: NetworkResult[]
}
