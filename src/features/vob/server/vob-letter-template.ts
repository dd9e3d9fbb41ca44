import { fitText } from '#platform/pdf/column-widths.ts'
import { palette } from '#platform/pdf/palette.ts'
import {
  type Element,
  field,
  letterPage,
  margin,
  onEveryPage,
  pageFooter,
  styles as pageStyles,
  pdfDocument,
  type Style,
  sheetWidth,
  tagged,
  text,
  unbreakable,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { messages } from '../messages.ts'
import type { LetterData } from './letter-data.ts'

const letterText = messages.document

/** Renders the letter that verifies benefits. */
export function render(data: LetterData) {
  const { texts, number, at, client } = data
  return pdfDocument(
    { title: letterText.named(number), author: client, madeAt: new Date(at) },
    letterPage(
      pageStyles.page,
      onEveryPage(styles.runningHead, (page) =>
        page > 1 ? letterText.continued(fitText(client, sheetWidth / 8), number) : '',
      ),
      view(
        pageStyles.body,
        letterhead(data),
        heading(data),
        text(styles.paragraph, greet(data)),
        text(styles.paragraph, letterText.opening),
        view(styles.columns, providerAndCarrier(data), patientAndPolicy(data)),
        texts.notes !== '' && renderNotes(texts.notes),
        text(styles.disclaimer, letterText.disclaimer),
        questions(data),
        signature(data),
      ),
      pageFooter((page, pages) => letterText.page(number, page, pages)),
    ),
  )
}

function letterhead({ client, texts }: LetterData) {
  const lines = [
    texts.clientMailingAddress,
    [
      texts.clientPhone && letterText.phone(texts.clientPhone),
      texts.clientFax && letterText.fax(texts.clientFax),
    ]
      .filter(Boolean)
      .join('   '),
  ]
  return view(
    styles.letterhead,
    text(styles.client, fitText(client, sheetWidth / 17)),
    ...lines.map((line) => text(styles.clientLine, fitText(line, sheetWidth / 8.5))),
  )
}

/** The addressee on the left; the title, number and date on the right. */
function heading({ number, date, texts }: LetterData) {
  const { providerName, providerContact, providerAddress, providerCityStateZip } = texts
  const attention = providerContact === '' ? [] : [letterText.attention(providerContact)]
  const [name = '', ...lines] = [providerName, ...attention, providerAddress, providerCityStateZip].map(
    (line) => fitText(line, addresseeWidth / addresseeFontSize),
  )
  return view(
    styles.heading,
    view(styles.addressee, text(styles.addresseeName, name), text({}, lines.join('\n'))),
    view(
      styles.marks,
      tagged({ type: 'H1' }, text(styles.title, letterText.title)),
      tagged(
        { type: 'L' },
        view(styles.numbers, mark(letterText.number, number), mark(letterText.date, date)),
      ),
    ),
  )
}

const mark = (label: string, value: string) =>
  field(view, styles.mark, text(styles.markLabel, label), text(styles.markValue, value))

/** Greets the contact by name, if the letter has one that fits a line. */
const greet = ({ texts: { providerContact } }: LetterData) =>
  providerContact === '' || providerContact.length > maxGreetedLength
    ? letterText.greeting
    : letterText.greetingTo(providerContact)
const maxGreetedLength = 60

/** Says whom to call about the letter; undefined without a phone or fax number. */
function questions({ texts: { clientPhone, clientFax }, client, number }: LetterData): Element {
  if (clientPhone === '' && clientFax === '') return undefined
  const sentence = letterText.questions(fitText(client, 40), clientPhone, clientFax, number)
  return text(styles.questions, fitText(sentence, sheetWidth / 9.5))
}

function providerAndCarrier({ texts, network }: LetterData) {
  return view(
    styles.column,
    renderSection(letterText.provider, [
      [messages.labels.providerPhone, texts.providerPhone],
      [messages.labels.providerFax, texts.providerFax],
      [letterText.taxId, texts.providerTaxId],
      [letterText.network, network],
    ]),
    renderSection(letterText.benefits, [
      [letterText.copayment, texts.copayment || letterText.notStated],
      [letterText.deductible, texts.deductible || letterText.notStated],
      [letterText.coverageLimit, texts.coverageLimit || letterText.notStated],
    ]),
  )
}

function patientAndPolicy({ texts, client }: LetterData) {
  return view(
    styles.column,
    renderSection(letterText.patient, [
      [letterText.name, `${texts.patientLastName}, ${texts.patientFirstName}`],
      [letterText.dateOfBirth, texts.patientDOB],
      [letterText.dateOfService, texts.dateOfService],
      [letterText.reference, texts.reference],
    ]),
    renderSection(letterText.policy, [
      [letterText.policyNumber, texts.patientPolicyNumber],
      [letterText.group, texts.groupId],
      [letterText.period, letterText.span(texts.policyFrom, texts.policyTo)],
      // The letterhead names the client already.
      [letterText.carrier, texts.clientName === client ? '' : texts.clientName],
      [letterText.claims, texts.clientMailingAddress],
    ]),
  )
}

function renderSection(title: string, fields: [label: string, value: string][]) {
  const rows = fields.filter(([, value]) => value !== '').map(([label, value]) => renderField(label, value))
  return view(
    styles.section,
    tagged({ type: 'H2' }, text(styles.sectionTitle, title)),
    tagged({ type: 'L' }, view({}, ...rows)),
  )
}

/** Notes up to this many lines stay on one page; longer notes may break across pages. */
const maxUnbrokenLines = 6

function renderNotes(notes: string): Element {
  const [first = '', ...others] = fitText(notes, 50).split('\n')
  const title = tagged({ type: 'H2' }, text(styles.sectionTitle, letterText.notes))
  const heading = unbreakable({}, title, text({}, first))
  const lines = others.map((line) => text({}, line || ' '))
  const box = lines.length < maxUnbrokenLines ? unbreakable : view
  return box(styles.notes, heading, ...lines)
}

/** Fields up to this many characters stay on one page; longer ones may break across pages. */
const maxUnbrokenLength = 300

function renderField(label: string, value: string): Element {
  const maxWidth = (columnWidth - labelWidth) / fieldFontSize
  const box = value.length > maxUnbrokenLength ? view : unbreakable
  return field(box, styles.field, text(styles.label, label), text(styles.value, fitText(value, maxWidth)))
}

const signature = ({ texts, client }: LetterData) =>
  unbreakable(
    styles.signature,
    text({}, letterText.sincerely),
    text(styles.signer, fitText(texts.sincerely, 40)),
    texts.sincerely !== client && text({}, fitText(client, 50)),
  )

const gutter = 24
const { quiet, blue, hairline } = palette

/** The width of a column, in points. */
const columnWidth = (sheetWidth - gutter) / 2
const labelWidth = 82
const fieldFontSize = 9
const addresseeWidth = 250
const addresseeFontSize = 10

const styles = {
  runningHead: { position: 'absolute', top: 24, left: margin, right: margin, fontSize: 8, color: quiet },
  letterhead: { borderBottom: `2 solid ${blue}`, paddingBottom: 9 },
  client: { fontSize: 17, fontWeight: 700, color: blue, lineHeight: 1.25, marginBottom: 3 },
  clientLine: { fontSize: 8.5, color: quiet },
  heading: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    marginTop: 20,
    marginBottom: 16,
  },
  addressee: { fontSize: addresseeFontSize, width: addresseeWidth },
  addresseeName: { fontWeight: 700 },
  title: { fontSize: 15, fontWeight: 700, lineHeight: 1.2 },
  marks: { alignItems: 'flex-end', gap: 8 },
  numbers: { flexDirection: 'row', gap: 18 },
  mark: { alignItems: 'flex-end' },
  markLabel: { fontSize: 7.5, color: quiet },
  markValue: { fontSize: 10, fontWeight: 700 },
  paragraph: { marginBottom: 7 },
  columns: { flexDirection: 'row', gap: gutter, marginTop: 5 },
  column: { width: columnWidth },
  section: { marginBottom: 13 },
  sectionTitle: {
    fontSize: 10,
    fontWeight: 700,
    color: blue,
    borderBottom: `0.75 solid ${hairline}`,
    paddingBottom: 2,
    marginBottom: 4,
  },
  field: { flexDirection: 'row', marginBottom: 2, fontSize: fieldFontSize },
  label: { width: labelWidth, color: quiet },
  value: { width: columnWidth - labelWidth },
  notes: { marginBottom: 13 },
  disclaimer: { fontSize: 8.5, color: quiet, marginTop: 2 },
  questions: { marginTop: 10 },
  signature: { marginTop: 18 },
  signer: { fontWeight: 700, marginTop: 24 },
} satisfies Record<string, Style>
