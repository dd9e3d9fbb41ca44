import {
  type ClientScope,
  type Database,
  execute,
  queryRows,
  sql,
  withScope,
} from '#platform/server/database.ts'
import { renderStreaming } from '#platform/server/documents/streaming/streaming-renderer.ts'
import type { OnWorkerLog } from '#platform/server/documents/worker-log.ts'
import type { Report, ReportSummary, TitleData } from './report.ts'

/** Dependencies for rendering reports. */
export type ReportRenderDeps = {
  db: Database
  /** Receives the log output of render workers. */
  onWorkerLog: OnWorkerLog
}

type RenderRequest = {
  report: Report
  title: TitleData
  scope: ClientScope
  signal: AbortSignal
  /** Decides whether to render the report. Called in the reading transaction, before rendering starts. */
  shouldRender: (scoped: Database, found: ReportSummary | undefined) => Promise<boolean>
  progress?: (rows: number) => void
  /** The timeout of each query in milliseconds, if it is not the default. */
  statementMs?: number
}

type RenderedReport = { found: ReportSummary | undefined; pdf?: Uint8Array }

/**
 * Renders a report as a PDF from one database snapshot, within the scope. Rows are read during rendering, which holds
 * a connection, so the number of concurrent renderings is limited (`report-limits.ts`). A report without rows releases
 * its connection before rendering.
 */
export async function renderReport(
  { db, onWorkerLog }: ReportRenderDeps,
  request: RenderRequest,
): Promise<RenderedReport> {
  const { report, title, scope, shouldRender, signal, progress, statementMs } = request
  const render = (data: object, rows: AsyncIterable<readonly unknown[]>) => {
    const options = { signal, onWorkerLog, ...(progress && { progress }) }
    return renderStreaming({ template: report.template, data: { title, data }, rows, ...options })
  }
  const { found, pdf, summaryOnly } = await withScope(
    db,
    scope,
    async (scoped) => {
      if (statementMs)
        await execute(scoped, sql`select set_config('statement_timeout', ${`${statementMs}`}, true)`)
      const data = await report.findData(scoped, title.period, signal)
      if (!(await shouldRender(scoped, data)) || !data) return { found: data }
      if (!report.table) return { found: data, summaryOnly: data }
      return { found: data, pdf: await render(data, readRows(scoped, report.table, title, signal)) }
    },
    { isOneMoment: true },
  )
  const made = summaryOnly ? await render(summaryOnly, noRows()) : pdf
  return { found, ...(made && { pdf: made }) }
}

async function* noRows(): AsyncGenerator<readonly unknown[]> {}

/** The first batch is large, to compute column widths; the others are small, so that progress is visible. */
const batches = { first: sql`fetch 1000 from report_rows`, next: sql`fetch 250 from report_rows` }

type Table = NonNullable<Report['table']>

async function* readRows(scoped: Database, table: Table, { period }: TitleData, signal: AbortSignal) {
  await execute(scoped, sql`declare report_rows no scroll cursor for ${table.query(period)}`)
  for (let batch = batches.first; ; batch = batches.next) {
    const rows = await queryRows(scoped, table.row, batch, { signal })
    if (rows.length === 0) return
    yield rows
  }
}
