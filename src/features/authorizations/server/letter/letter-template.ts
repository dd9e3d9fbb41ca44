import { replacementCharacter } from '#platform/contract/normalize-text.ts'
import { fitText } from '#platform/pdf/column-widths.ts'
import { messages as pdfMessages } from '#platform/pdf/messages.ts'
import { palette } from '#platform/pdf/palette.ts'
import {
  type Element,
  fieldList,
  letterPage,
  margin,
  onEveryPage,
  pageFooter,
  styles as pageStyles,
  paragraphs,
  pdfDocument,
  type Style,
  section,
  sheetWidth,
  tagged,
  text,
  unbreakable,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { letterMessages } from '../../letter-messages.ts'
import type { LetterData } from './letter-data.ts'

const letterText = letterMessages.document

/** Renders the letter about a decision. */
export function render(data: LetterData) {
  const { itn, client, texts, facts, outcome, reason } = data
  return pdfDocument(
    // A date loses its type on the way to the worker.
    { title: letterText.named(itn), author: client, madeAt: new Date(data.at) },
    letterPage(
      pageStyles.page,
      onEveryPage(styles.runningHead, (page) =>
        page > 1 ? letterText.continued(fitText(client, sheetWidth / 9), itn) : '',
      ),
      view(
        pageStyles.body,
        view(styles.letterhead, text(styles.client, fitText(client, sheetWidth / 17))),
        heading(data),
        paragraphs(texts.opening),
        section(letterText.bill),
        fieldList(facts),
        ...block(letterText.decision(outcome), texts.outcome, reason && fieldList([reason])),
        ...(texts.appeal === '' ? [] : block(letterText.appeal, texts.appeal)),
        ...block(letterText.contact, texts.contact),
        signature(texts.signature),
        isLossy(data) && text(pageStyles.lost, pdfMessages.lost(replacementCharacter)),
      ),
      pageFooter((page, pages) => letterText.page(itn, page, pages)),
    ),
  )
}

/** The addressee on the left; the title, ITN and date on the right. */
const heading = ({ addressee, itn, date }: LetterData) =>
  view(
    styles.heading,
    text(styles.addressee, fitText(addressee, addresseeWidth / 10.5)),
    view(
      styles.marks,
      tagged({ type: 'H1' }, text(styles.title, letterText.title)),
      text(styles.mark, `${letterText.itn}: ${fitText(itn, 18)}`),
      text(styles.mark, `${letterText.date}: ${date}`),
    ),
  )

/** A section whose heading stays with the first paragraph; the others may continue on the next page. */
function block(title: string, content: string, facts?: Element): Element[] {
  const [first = '', ...others] = content.split('\n')
  const start = unbreakable({}, section(title), facts, paragraphs(first))
  return others.length > 0 ? [start, paragraphs(others.join('\n'))] : [start]
}

function signature(signed: string) {
  const [name = '', ...lines] = fitText(signed, sheetWidth / 10).split('\n')
  return unbreakable(styles.signature, text(styles.signer, name), ...lines.map((line) => text({}, line)))
}

const isLossy = (data: LetterData) => JSON.stringify(data).includes(replacementCharacter)

const { quiet, blue } = palette
const addresseeWidth = 250

const styles = {
  runningHead: { position: 'absolute', top: 24, left: margin, right: margin, fontSize: 8, color: quiet },
  letterhead: { borderBottom: `2 solid ${blue}`, paddingBottom: 9 },
  client: { fontSize: 17, fontWeight: 700, color: blue, lineHeight: 1.25 },
  heading: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    marginTop: 24,
    marginBottom: 22,
  },
  addressee: { fontSize: 10.5, width: addresseeWidth },
  marks: { alignItems: 'flex-end', width: 230 },
  title: { fontSize: 15, fontWeight: 700, lineHeight: 1.3 },
  mark: { fontSize: 9.5, textAlign: 'right' },
  signature: { marginTop: 22 },
  signer: { fontWeight: 700 },
} satisfies Record<string, Style>
