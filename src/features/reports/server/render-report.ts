import {
  type ClientScope,
  type Database,
  execute,
  rowsOf,
  sql,
  withScope,
} from '#platform/server/database.ts'
import { drawnBy } from '#platform/server/documents/streaming/streaming-renderer.ts'
import type { Hear } from '#platform/server/documents/worker-log.ts'
import type { Found, Report, TitleFacts } from './report.ts'

/** Dependencies for rendering reports. */
export type ReportPress = {
  db: Database
  /** Receives the log output of render workers. */
  hear: Hear
}

type Making = {
  report: Report
  title: TitleFacts
  scope: ClientScope
  signal: AbortSignal
  /** Decides whether to render what was found; called in the reading transaction before rendering starts. */
  isMade: (scoped: Database, found: Found | undefined) => Promise<boolean>
  progress?: (rows: number) => void
  /** The timeout of each query, if not the default. */
  statementMs?: number
}

type Made = { found: Found | undefined; pdf?: Uint8Array }

/**
 * Renders a report as a PDF from a database snapshot within the scope. Rows are read during rendering and hold a
 * connection that long, so the number of concurrent renderings is limited (`report-limits.ts`). A report without rows
 * releases its connection before rendering.
 */
export async function reportPdf({ db, hear }: ReportPress, making: Making): Promise<Made> {
  const { report, title, scope, isMade, signal, progress, statementMs } = making
  const drawn = (facts: object, rows: AsyncIterable<readonly unknown[]>) => {
    const watched = { signal, hear, ...(progress && { progress }) }
    return drawnBy({ maker: report.maker, facts: { title, facts }, rows, ...watched })
  }
  const { found, pdf, isMadeOf } = await withScope(
    db,
    scope,
    async (scoped) => {
      if (statementMs)
        await execute(scoped, sql`select set_config('statement_timeout', ${`${statementMs}`}, true)`)
      const facts = await report.factsOf(scoped, title.period, signal)
      if (!(await isMade(scoped, facts)) || !facts) return { found: facts }
      if (!report.table) return { found: facts, isMadeOf: facts }
      return { found: facts, pdf: await drawn(facts, rowsIn(scoped, report.table, title, signal)) }
    },
    { isOneMoment: true },
  )
  const made = isMadeOf ? await drawn(isMadeOf, noRows()) : pdf
  return { found, ...(made && { pdf: made }) }
}

async function* noRows(): AsyncGenerator<readonly unknown[]> {}

/** A large first batch to compute column widths; then small ones, so that progress is visible. */
const batches = { first: sql`fetch 1000 from report_rows`, next: sql`fetch 250 from report_rows` }

type Table = NonNullable<Report['table']>

async function* rowsIn(scoped: Database, table: Table, { period }: TitleFacts, signal: AbortSignal) {
  await execute(scoped, sql`declare report_rows no scroll cursor for ${table.query(period)}`)
  for (let batch = batches.first; ; batch = batches.next) {
    const rows = await rowsOf(scoped, table.row, batch, { signal })
    if (rows.length === 0) return
    yield rows
  }
}
