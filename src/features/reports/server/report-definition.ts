import type { z } from 'zod'
import type { Feature } from '#clients/contract.ts'
import type { Database, Sql } from '#platform/db/database.ts'
import type { ReportSection } from '../view-contract.ts'

/**
 * Days, both included (YYYY-MM-DD), their time zone, the time of the report, and the currency of one total of all
 * currencies, if the client has one.
 */
export type Period = {
  first: string
  last: string
  timeZone: string
  at: Date
  baseCurrency: string | null
}

/** What every report summary contains: the row count, plus the bill count if the report has totals only. */
export type ReportSummary = { rows: number; bills?: number }

/**
 * A report: its database queries and the module that renders it. The queries run on one snapshot, within the client
 * codes of the request. All reports have the same parameters: client codes and a period. To add a report, create a
 * folder with this declaration, its document and the sections that the page shows, list it in `report-list.ts`, and describe it in `messages.ts`.
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
  /** The report on the page. */
  view: ReportLayout
}

/** What the page shows of a report. Its sections use the same queries as the PDF. */
export type ReportLayout = {
  /** What the dates of the report are. */
  basis: string
  /** One sentence that says how the figures are computed. */
  explanation: string
  /** Loads the sections and the number of rows or bills that they count; undefined if there is no data. */
  findSections(
    scoped: Database,
    period: Period,
    signal: AbortSignal,
  ): Promise<(ReportSummary & { sections: ReportSection[] }) | undefined>
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
  paper: 'letter' | 'a4'
  /** What the dates of the report are. */
  basis: string
  /** How the figures are computed. */
  explanation: string
}

/** The input for rendering a report. */
export type ReportProps<Data> = { title: TitleData; data: Data }
