import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { Mapping } from './mapping-schema.ts'

/** What to import, and how. */
export type RosterImport = {
  source: CsvSource
  /** How the source's columns become a roster's; without it they have a roster's own names. */
  mapping?: Mapping | undefined
  /** The network of every row; without it each row names its own. */
  network?: string | undefined
  /** The source is the whole of its networks: providers that it lacks are removed. */
  replace?: boolean
  /** One rejected row, and nothing is imported. */
  strict?: boolean
  actor: string
  rejects?: Rejects
  /** Told of every few hundred rows that were read. */
  progress?(read: number, fraction: number): void
  /** Told of every step that takes its time. */
  say?(line: string): void
}

export type NetworkResult = { network: string; added: number; changed: number; removed: number; same: number }

export type ImportResult = {
  outcome: 'done' | 'refused' | 'nothing to do'
  /** Why nothing was imported: a row was rejected under `strict`, or `replace` would have left a network empty. */
  refusal?: 'strict' | 'empty'
  read: number
  skipped: number
  rejected: number
  networks: NetworkResult[]
}
