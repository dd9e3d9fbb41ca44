import { fitText } from '#platform/pdf/column-widths.ts'
import { palette } from '#platform/pdf/palette.ts'
import {
  letterPage,
  margin,
  styles as pageStyles,
  paperWidth,
  pdfDocument,
  type Style,
  sheetWidth,
  strip,
  text,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { messages } from '../messages.ts'

const letterText = messages.document

/** What the mark says; the texts are printable and the day is formatted for display. */
export type WithdrawalMark = { number: string; day: string; by: string; reason: string; at: Date }

/** Renders the marks of a withdrawn letter: a strip to place above each page, and a word across it. */
export function render({ number, day, by, reason, at }: WithdrawalMark) {
  return pdfDocument(
    { title: letterText.withdrawnTitle(number), author: by, madeAt: new Date(at) },
    strip(
      undefined,
      styles.strip,
      view(
        styles.banner,
        text(styles.line, fitText(letterText.withdrawnLine(number, day, by), bannerWidth / 10)),
        text(styles.reason, fitText(letterText.reason(reason), bannerWidth / 9)),
      ),
    ),
    letterPage(pageStyles.page, view(styles.across, text(styles.word, letterText.withdrawn))),
  )
}

const [border, padding] = [1.5, 8]
const bannerWidth = sheetWidth - 2 * (border + padding)

const styles = {
  strip: { ...pageStyles.page, paddingTop: 22, paddingBottom: 4 },
  banner: {
    border: `${border} solid ${palette.red}`,
    borderRadius: 3,
    paddingHorizontal: padding,
    paddingVertical: 6,
    color: palette.red,
  },
  line: { fontSize: 10, fontWeight: 700, lineHeight: 1.35 },
  reason: { fontSize: 9, marginTop: 2, lineHeight: 1.35 },
  across: { position: 'absolute', top: 340, left: -margin, width: paperWidth + 2 * margin },
  word: {
    color: palette.red,
    opacity: 0.16,
    fontSize: 84,
    fontWeight: 700,
    letterSpacing: 4,
    textAlign: 'center',
    transform: 'rotate(-35deg)',
  },
} satisfies Record<string, Style>
