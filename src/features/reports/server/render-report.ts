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

/** What reports are made with. */
export type ReportPress = {
  db: Database
  /** What the processes that draw complain of. */
  hear: Hear
}

type Making = {
  report: Report
  title: TitleFacts
  scope: ClientScope
  signal: AbortSignal
  /** Whether it is to be made of what was found; asked within the transaction that reads it, before anything is drawn. */
  isMade: (scoped: Database, found: Found | undefined) => Promise<boolean>
  progress?: (rows: number) => void
  /** How long each query may take, where that is not the usual. */
  statementMs?: number
}

type Made = { found: Found | undefined; pdf?: Uint8Array }

/**
 * The report as a PDF, of what the database holds at one moment within the scope, and what was found for it. Rows are
 * read while they are drawn, and keep a connection so long: as many as may be drawn at once (`report-limits.ts`). A
 * report of figures alone gives its connection back before it is drawn.
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

/** The first rows are many, for columns take their width from them; then so few that whoever waits sees them grow. */
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
