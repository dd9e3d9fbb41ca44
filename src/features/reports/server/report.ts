import type { z } from 'zod'
import type { Feature } from '#clients/contract.ts'
import type { Database, Sql } from '#platform/server/database.ts'

/** Days, both included (YYYY-MM-DD), their time zone, and the time of the report. */
export type Period = { first: string; last: string; timeZone: string; at: Date }

/** What a report finds besides its rows: the row count, and the number of bills if it shows totals only. */
export type Found = { rows: number; bills?: number }

/**
 * A report: its database queries and the module that renders it. The queries run within the report's codes, on one
 * snapshot. All reports take the same parameters: client codes and a period. To add a report, create a folder with
 * this declaration and its document, and add a line to `reports.ts` and a description to `messages.ts`.
 */
export type Report = {
  /** Its code in the client configuration. */
  code: string
  /** The client needs one feature from each list, so that a report shows nothing the user could not see elsewhere. */
  features: readonly (readonly Feature[])[]
  /** The module that renders it (`StreamingTemplate`); only render workers load it. */
  template: URL
  /** Its summary data; undefined if there is nothing to report. */
  findData(scoped: Database, period: Period, signal: AbortSignal): Promise<(Found & object) | undefined>
  /** Its rows in order, streamed because there may be many. */
  table?: { row: z.ZodType; query(period: Period): Sql }
}

/** The header data of every report. */
export type TitleData = {
  company: string
  /** The client's name for it, such as "Bill Detail". */
  report: string
  client: string
  /** Its scope: client names with their codes. */
  clients: readonly string[]
  period: Period
}

/** The input for rendering a report. */
export type Given<Data> = { title: TitleData; data: Data }
