import { formatInstantInTimeZone } from '#platform/contract/calendar.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { lineHeight } from '#platform/server/documents/streaming/content-stream.ts'
import type { PageOptions, PageWriter } from '#platform/server/documents/streaming/page-writer.ts'
import { drawParagraph } from '#platform/server/documents/streaming/paragraphs.ts'
import { wrapText } from '#platform/server/documents/streaming/text-lines.ts'
import { messages } from '../messages.ts'
import { formatPeriod } from '../rules.ts'
import type { TitleData } from './report.ts'

const labels = messages.document
const detailSize = 9
const labelWidth = 86
const maxClients = 12

/** The page format and metadata of a report. */
export function reportPageFormat(title: TitleData, { isLandscape = false } = {}): PageOptions {
  const { report, client, company, period } = title
  const shown = formatPeriod(period.first, period.last)
  return {
    title: `${report}, ${client}, ${shown}`,
    author: company,
    madeAt: period.at,
    isLandscape,
    footer: labels.foot(report, client, shown),
    pageLabel: labels.page,
  }
}

/** Draws the report header: company, title, client, scope, period, date basis and creation time. */
export function drawTitle(writer: PageWriter, title: TitleData, counted: string) {
  const { company, report, client, clients, period } = title
  drawParagraph(writer, company, { size: 9, color: palette.quiet })
  drawParagraph(writer, report, { size: 24, isBold: true, color: palette.blue })
  drawParagraph(writer, client, { size: 13, isBold: true })
  writer.y += 5
  writer.content.rule([writer.left, writer.y], [writer.right, writer.y], { color: palette.blue, weight: 2 })
  writer.y += 9
  const others = clients.length - maxClients
  const named = [...clients.slice(0, maxClients), ...(others > 0 ? [labels.more(others)] : [])].join(', ')
  drawFields(writer, [
    [clients.length === 1 ? labels.client : labels.clients, named],
    [labels.period, formatPeriod(period.first, period.last)],
    [labels.counted, counted],
    [
      labels.generated,
      labels.generatedAt(formatInstantInTimeZone(period.timeZone, period.at), period.timeZone),
    ],
  ])
  writer.y += 8
}

/** Draws a list of labeled values. */
function drawFields(writer: PageWriter, data: readonly (readonly [label: string, value: string])[]) {
  const room = writer.width - labelWidth
  for (const [label, value] of data) {
    writer.text(label, writer.left, writer.y, { size: detailSize, color: palette.quiet })
    for (const text of wrapText(value, room, writer.content.glyphCache({}), detailSize)) {
      writer.text(text, writer.left + labelWidth, writer.y, { size: detailSize })
      writer.y += detailSize * lineHeight
    }
    writer.y += 2
  }
}
