import { formatInstantInTimeZone } from '#platform/contract/calendar.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { lineHeight } from '#platform/server/documents/streaming/content-stream.ts'
import type { PageOptions, PageWriter } from '#platform/server/documents/streaming/page-writer.ts'
import { drawParagraph } from '#platform/server/documents/streaming/paragraphs.ts'
import { wrapText } from '#platform/server/documents/streaming/text-lines.ts'
import { messages } from '../messages.ts'
import { shownPeriod } from '../rules.ts'
import type { TitleData } from './report.ts'

const says = messages.document
const factSize = 9
const labelWidth = 86
const mostClients = 12

/** The page format of a report. */
export function paperOfReport(title: TitleData, { isLandscape = false } = {}): PageOptions {
  const { report, client, company, period } = title
  const shown = shownPeriod(period.first, period.last)
  return {
    title: `${report}, ${client}, ${shown}`,
    author: company,
    madeAt: period.at,
    isLandscape,
    footer: says.foot(report, client, shown),
    pageLabel: says.page,
  }
}

/** The report header: client, title, scope and period, date basis, and creation time. */
export function drawTitle(writer: PageWriter, title: TitleData, counted: string) {
  const { company, report, client, clients, period } = title
  drawParagraph(writer, company, { size: 9, color: palette.quiet })
  drawParagraph(writer, report, { size: 24, isBold: true, color: palette.blue })
  drawParagraph(writer, client, { size: 13, isBold: true })
  writer.y += 5
  writer.content.rule([writer.left, writer.y], [writer.right, writer.y], { color: palette.blue, weight: 2 })
  writer.y += 9
  const others = clients.length - mostClients
  const named = [...clients.slice(0, mostClients), ...(others > 0 ? [says.more(others)] : [])].join(', ')
  drawFields(writer, [
    [clients.length === 1 ? says.client : says.clients, named],
    [says.period, shownPeriod(period.first, period.last)],
    [says.counted, counted],
    [says.generated, says.generatedAt(formatInstantInTimeZone(period.timeZone, period.at), period.timeZone)],
  ])
  writer.y += 8
}

/** A list of labeled values. */
function drawFields(writer: PageWriter, data: readonly (readonly [label: string, value: string])[]) {
  const room = writer.width - labelWidth
  for (const [label, value] of data) {
    writer.text(label, writer.left, writer.y, { size: factSize, color: palette.quiet })
    for (const text of wrapText(value, room, writer.content.glyphCache({}), factSize)) {
      writer.text(text, writer.left + labelWidth, writer.y, { size: factSize })
      writer.y += factSize * lineHeight
    }
    writer.y += 2
  }
}
