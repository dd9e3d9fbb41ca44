import type { z } from 'zod'
import type { Feature } from '#clients/contract.ts'
import type { Database, Sql } from '#platform/db/database.ts'

/** Days, both included (YYYY-MM-DD), their time zone, and the time of the report. */
export type Period = { first: string; last: string; timeZone: string; at: Date }

/** What every report summary contains: the row count, plus the bill count if the report has totals only. */
export type ReportSummary = { rows: number; bills?: number }

/**
 * A report: its database queries and the module that renders it. The queries run on one snapshot, within the client
 * codes of the request. All reports have the same parameters: client codes and a period. To add a report, create a
 * folder with this declaration and its document, list it in `reports.ts`, and describe it in `messages.ts`.
 */
export type Report = {
  /** The report's code in the client configuration. */
  code: string
  /**
   * The client needs at least one feature from each list, so that the report shows no data that is off-limits
   * elsewhere.
   */
  features: readonly (readonly Feature[])[]
  /** The module that renders it (`StreamingTemplate`); only render workers load it. */
  template: URL
  /** Loads the summary; undefined if there is no data. */
  findData(
    scoped: Database,
    period: Period,
    signal: AbortSignal,
  ): Promise<(ReportSummary & object) | undefined>
  /** The rows in order, streamed because there may be many. */
  table?: { row: z.ZodType; query(period: Period): Sql }
}

/** The header data of every report. */
export type TitleData = {
  company: string
  /** The client's name for the report, such as "Bill Detail". */
  report: string
  client: string
  /** The scope of the report: client names with their codes. */
  clients: readonly string[]
  period: Period
}

/** The input for rendering a report. */
export type ReportProps<Data> = { title: TitleData; data: Data }

/** A report with more rows than this runs in the background. */
export const maxImmediateRows = 10_000
/** A report with more rows than this is rejected. */
export const maxRows = 200_000

/** The response timeout of a report, including time in the queue. */
export const reportTimeoutMs = 120_000

/**
 * How many immediate reports a process renders at once, and how many more may queue, in total and per user. The limits
 * per user keep one user from blocking others.
 */
export const renderQueue = { concurrency: 2, concurrencyPerKey: 1, maxQueued: 24, maxQueuedPerKey: 6 }

/** The query timeout of a background run. It can be long, because no request waits for it. */
export const runQueryTimeoutMs = 10 * 60_000

/** How many large reports run at once across all processes, and per user. */
export const maxConcurrentRuns = 2
export const maxConcurrentRunsPerUser = 1
/** How many unfinished large reports a user may have. */
export const maxUnfinishedRunsPerUser = 4
/**
 * How many finished reports are downloaded at once, and how many more may queue, in total and per user; and how long a
 * request may queue.
 */
export const downloadQueue = {
  concurrency: 48,
  concurrencyPerKey: 3,
  maxQueued: 24,
  maxQueuedPerKey: 6,
  timeoutMs: 20_000,
}
/** How long a finished large report remains available. */
export const retentionMs = 60 * 60_000
/**
 * A run without a heartbeat for this long is restarted, up to the maximum number of attempts. A failed run
 * waits just as long before it is retried.
 */
export const heartbeatTimeoutMs = 15_000
export const maxAttempts = 3
