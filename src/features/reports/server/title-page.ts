import { formatInstantIn } from '#platform/contract/calendar.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { lineHeight } from '#platform/server/documents/streaming/content-stream.ts'
import type { Paper, PaperFacts } from '#platform/server/documents/streaming/page-writer.ts'
import { drawParagraph } from '#platform/server/documents/streaming/paragraphs.ts'
import { linesOf } from '#platform/server/documents/streaming/text-lines.ts'
import { messages } from '../messages.ts'
import { formatPeriod } from '../rules.ts'
import type { TitleData } from './report.ts'

const labels = messages.document
const detailSize = 9
const labelWidth = 86
const maxClients = 12

/** The page format and metadata of a report. */
export function reportPageFormat(title: TitleData, { isLandscape = false } = {}): PaperFacts {
  const { report, client, company, period } = title
  const shown = formatPeriod(period.first, period.last)
  return {
    title: `${report}, ${client}, ${shown}`,
    author: company,
    madeAt: period.at,
    isLandscape,
    foot: labels.foot(report, client, shown),
    pageOf: labels.page,
  }
}

/** Draws the report header: company, title, client, scope, period, date basis and creation time. */
export function drawTitle(paper: Paper, title: TitleData, counted: string) {
  const { company, report, client, clients, period } = title
  drawParagraph(paper, company, { size: 9, color: palette.quiet })
  drawParagraph(paper, report, { size: 24, isBold: true, color: palette.blue })
  drawParagraph(paper, client, { size: 13, isBold: true })
  paper.y += 5
  paper.pen.rule([paper.left, paper.y], [paper.right, paper.y], { color: palette.blue, weight: 2 })
  paper.y += 9
  const others = clients.length - maxClients
  const named = [...clients.slice(0, maxClients), ...(others > 0 ? [labels.more(others)] : [])].join(', ')
  drawFields(paper, [
    [clients.length === 1 ? labels.client : labels.clients, named],
    [labels.period, formatPeriod(period.first, period.last)],
    [labels.counted, counted],
    [labels.generated, labels.generatedAt(formatInstantIn(period.timeZone, period.at), period.timeZone)],
  ])
  paper.y += 8
}

/** Draws a list of labeled values. */
function drawFields(paper: Paper, data: readonly (readonly [label: string, value: string])[]) {
  const room = paper.width - labelWidth
  for (const [label, value] of data) {
    paper.text(label, paper.left, paper.y, { size: detailSize, color: palette.quiet })
    for (const text of linesOf(value, room, paper.pen.lettering({}), detailSize)) {
      paper.text(text, paper.left + labelWidth, paper.y, { size: detailSize })
      paper.y += detailSize * lineHeight
    }
    paper.y += 2
  }
}
