import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { type ClientScope, type Database, execute, queryRows, sql, withScope } from '#platform/db/database.ts'
import { palette } from '#platform/pdf/palette.ts'
import { lineHeight } from '#platform/pdf/streaming/content-stream.ts'
import { drawEntry, drawParagraph } from '#platform/pdf/streaming/page-sections.ts'
import type { PageOptions, PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { renderStreaming } from '#platform/pdf/streaming/streaming-renderer.ts'
import { wrapText } from '#platform/pdf/streaming/text-lines.ts'
import type { OnWorkerLog } from '#platform/pdf/worker-process.ts'
import { messages } from '../messages.ts'
import { formatPeriod } from '../rules.ts'
import type { Report, ReportSummary, TitleData } from './report-definition.ts'

/** Dependencies for rendering reports. */
type ReportRenderDeps = {
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
  const { report, title, scope, shouldRender, signal, progress } = request
  const render = (data: object, rows: AsyncIterable<readonly unknown[]>) => {
    const options = { signal, onWorkerLog, ...(progress && { progress }) }
    return renderStreaming({ template: report.template, data: { title, data }, rows, ...options })
  }
  const { found, pdf, summaryOnly } = await withScope(
    db,
    scope,
    async (scoped) => {
      const data = await report.findData(scoped, title.period, signal)
      if (!(await shouldRender(scoped, data)) || !data) return { found: data }
      if (!report.table) return { found: data, summaryOnly: data }
      return { found: data, pdf: await render(data, readRows(scoped, report.table, title, signal)) }
    },
    { isSnapshot: true },
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

const text = messages.document
const detailSize = 9
const labelWidth = 86
const maxClients = 12

/** A column of a report that is as wide as its widest value. */
export const wholeColumn = (heading: string) => ({ heading, share: 1, isWhole: true })

/** A column of numbers, aligned on the right. */
export const numberColumn = (heading: string, share = 1) => ({ heading, share, isNumber: true })

/** The page format and metadata of a report. */
export function reportPageFormat(title: TitleData, { isLandscape = false } = {}): PageOptions {
  const { report, client, company, period, paper } = title
  const shown = formatPeriod(period.first, period.last)
  return {
    title: `${report}, ${client}, ${shown}`,
    author: company,
    madeAt: period.at,
    paper,
    isLandscape,
    footer: text.foot(report, client, shown),
    pageLabel: text.page,
  }
}

/** Draws the report header: company, title, client, scope, period, date basis and creation time. */
export function drawTitle(writer: PageWriter, title: TitleData, counted: string) {
  const { company, report, client, clients, period } = title
  drawParagraph(writer, company, { size: 9, color: palette.quiet })
  drawParagraph(writer, report, { size: 24, isBold: true, color: palette.blue }, 'H1')
  drawParagraph(writer, client, { size: 13, isBold: true })
  writer.y += 5
  writer.content.rule([writer.left, writer.y], [writer.right, writer.y], { color: palette.blue, weight: 2 })
  writer.y += 9
  const others = clients.length - maxClients
  const named = [...clients.slice(0, maxClients), ...(others > 0 ? [text.more(others)] : [])].join(', ')
  drawFields(writer, [
    [clients.length === 1 ? text.client : text.clients, named],
    [text.period, formatPeriod(period.first, period.last)],
    [text.counted, counted],
    [text.generated, text.generatedAt(formatInstantInTimeZone(period.timeZone, period.at), period.timeZone)],
  ])
  writer.y += 8
}

/** Draws a list of labeled values. */
function drawFields(writer: PageWriter, data: readonly (readonly [label: string, value: string])[]) {
  const room = writer.width - labelWidth
  const drawValue = (value: string) => {
    for (const line of wrapText(value, room, writer.content.glyphCache({}), detailSize)) {
      writer.text(line, writer.left + labelWidth, writer.y, { size: detailSize })
      writer.y += detailSize * lineHeight
    }
    writer.y += 2
  }
  writer.open({ type: 'L' })
  for (const [label, value] of data)
    drawEntry(
      writer,
      () => writer.text(label, writer.left, writer.y, { size: detailSize, color: palette.quiet }),
      () => drawValue(value),
    )
  writer.close()
}
