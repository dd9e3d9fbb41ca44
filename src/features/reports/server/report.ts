import type { z } from 'zod'
import type { Feature } from '#clients/contract.ts'
import type { Database, Sql } from '#platform/server/database.ts'

/** Days, both included (YYYY-MM-DD), the zone whose days they are, and the moment at which the report looks at them. */
export type Period = { first: string; last: string; timeZone: string; at: Date }

/** What a report finds besides its rows: how many rows follow, and of how many bills it is where sums alone are drawn. */
export type Found = { rows: number; bills?: number }

/**
 * A report: what it asks the database, and the module that draws it. The queries run within the codes that it is
 * about, all of them at one moment. Every report takes the same parameters: codes of clients and a period. A new one is
 * a folder with such a declaration and its document, a line in `reports.ts`, and what it proves in `messages.ts`.
 */
export type Report = {
  /** What the configuration of a client calls it by. */
  code: string
  /** The client has one feature of each list, or no such report: nobody reads here what they could not look at elsewhere. */
  features: readonly (readonly Feature[])[]
  /** The module that draws it (`Drawn`); only a drawer loads it. */
  maker: URL
  /** Its figures; undefined where there is nothing to report. */
  factsOf(scoped: Database, period: Period, signal: AbortSignal): Promise<(Found & object) | undefined>
  /** Its rows in their order, too many to be held. */
  table?: { row: z.ZodType; query(period: Period): Sql }
}

/** What every report says of itself. */
export type TitleFacts = {
  company: string
  /** As the client calls it: "Bill Detail". */
  report: string
  client: string
  /** What it is about: the names of client codes, with the codes. */
  clients: readonly string[]
  period: Period
}

/** What a report is drawn from. */
export type Given<Facts> = { title: TitleFacts; facts: Facts }
