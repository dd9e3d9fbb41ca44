import { formatInstantIn } from '#platform/contract/calendar.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { lineHeight } from '#platform/server/documents/streaming/content-stream.ts'
import type { Paper, PaperFacts } from '#platform/server/documents/streaming/page-writer.ts'
import { drawParagraph } from '#platform/server/documents/streaming/paragraphs.ts'
import { linesOf } from '#platform/server/documents/streaming/text-lines.ts'
import { messages } from '../messages.ts'
import { shownPeriod } from '../rules.ts'
import type { TitleFacts } from './report.ts'

const says = messages.document
const factSize = 9
const labelWidth = 86
const mostClients = 12

/** The page format of a report. */
export function paperOfReport(title: TitleFacts, { isLandscape = false } = {}): PaperFacts {
  const { report, client, company, period } = title
  const shown = shownPeriod(period.first, period.last)
  return {
    title: `${report}, ${client}, ${shown}`,
    author: company,
    madeAt: period.at,
    isLandscape,
    foot: says.foot(report, client, shown),
    pageOf: says.page,
  }
}

/** The report header: client, title, scope and period, date basis, and creation time. */
export function drawTitle(paper: Paper, title: TitleFacts, counted: string) {
  const { company, report, client, clients, period } = title
  drawParagraph(paper, company, { size: 9, color: palette.quiet })
  drawParagraph(paper, report, { size: 24, isBold: true, color: palette.blue })
  drawParagraph(paper, client, { size: 13, isBold: true })
  paper.y += 5
  paper.pen.rule([paper.left, paper.y], [paper.right, paper.y], { color: palette.blue, weight: 2 })
  paper.y += 9
  const others = clients.length - mostClients
  const named = [...clients.slice(0, mostClients), ...(others > 0 ? [says.more(others)] : [])].join(', ')
  drawFacts(paper, [
    [clients.length === 1 ? says.client : says.clients, named],
    [says.period, shownPeriod(period.first, period.last)],
    [says.counted, counted],
    [says.generated, says.generatedAt(formatInstantIn(period.timeZone, period.at), period.timeZone)],
  ])
  paper.y += 8
}

/** A list of labeled values. */
function drawFacts(paper: Paper, facts: readonly (readonly [label: string, value: string])[]) {
  const room = paper.width - labelWidth
  for (const [label, value] of facts) {
    paper.text(label, paper.left, paper.y, { size: factSize, color: palette.quiet })
    for (const text of linesOf(value, room, paper.pen.lettering({}), factSize)) {
      paper.text(text, paper.left + labelWidth, paper.y, { size: factSize })
      paper.y += factSize * lineHeight
    }
    paper.y += 2
  }
}
