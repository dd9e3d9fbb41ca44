import { fitText } from '#platform/pdf/column-widths.ts'
import { palette } from '#platform/pdf/palette.ts'
import {
  type Element,
  letterPage,
  margin,
  onEveryPage,
  pageFooter,
  styles as pageStyles,
  pdfDocument,
  type Style,
  sheetWidth,
  text,
  unbreakable,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { messages } from '../messages.ts'
import type { LetterData } from './letter-data.ts'

const labels = messages.document

/** Renders the letter that verifies benefits. */
export function render(data: LetterData) {
  const { texts, number, at, client } = data
  return pdfDocument(
    { title: labels.named(number), author: client, madeAt: new Date(at) },
    letterPage(
      pageStyles.page,
      onEveryPage(styles.runningHead, (page) =>
        page > 1 ? labels.continued(fitText(client, sheetWidth / 8), number) : '',
      ),
      view(
        pageStyles.body,
        letterhead(data),
        heading(data),
        text(styles.paragraph, labels.greeting),
        text(styles.paragraph, labels.opening),
        view(styles.columns, providerAndCarrier(data), patientAndPolicy(data)),
        texts.notes !== '' && renderNotes(texts.notes),
        text(styles.disclaimer, labels.disclaimer),
        signature(data),
      ),
      pageFooter((page, pages) => labels.page(number, page, pages)),
    ),
  )
}

function letterhead({ client, texts }: LetterData) {
  const lines = [
    texts.clientMailingAddress,
    [texts.clientPhone && labels.phone(texts.clientPhone), texts.clientFax && labels.fax(texts.clientFax)]
      .filter(Boolean)
      .join('   '),
  ]
  return view(
    styles.letterhead,
    text(styles.client, fitText(client, sheetWidth / 17)),
    ...lines.map((line) => text(styles.clientLine, fitText(line, sheetWidth / 8.5))),
  )
}

function heading({ number, date }: LetterData) {
  return view(
    styles.heading,
    text(styles.title, labels.title),
    view(styles.marks, mark(labels.number, number), mark(labels.date, date)),
  )
}

const mark = (label: string, value: string) =>
  view(styles.mark, text(styles.markLabel, label), text(styles.markValue, value))

function providerAndCarrier({ texts, network }: LetterData) {
  return view(
    styles.column,
    renderSection(labels.provider, [
      [labels.name, texts.providerName],
      [labels.contact, texts.providerContact],
      [labels.address, `${texts.providerAddress}\n${texts.providerCityStateZip}`],
      [messages.labels.providerPhone, texts.providerPhone],
      [messages.labels.providerFax, texts.providerFax],
      [labels.taxId, texts.providerTaxId],
      [labels.network, network],
    ]),
    renderSection(labels.benefits, [
      [labels.copayment, texts.copayment || labels.notStated],
      [labels.deductible, texts.deductible || labels.notStated],
      [labels.coverageLimit, texts.coverageLimit || labels.notStated],
    ]),
  )
}

function patientAndPolicy({ texts }: LetterData) {
  return view(
    styles.column,
    renderSection(labels.patient, [
      [labels.name, `${texts.patientLastName}, ${texts.patientFirstName}`],
      [labels.dateOfBirth, texts.patientDOB],
      [labels.dateOfService, texts.dateOfService],
      [labels.reference, texts.reference],
    ]),
    renderSection(labels.policy, [
      [labels.policyNumber, texts.patientPolicyNumber],
      [labels.group, texts.groupId],
      [labels.period, labels.span(texts.policyFrom, texts.policyTo)],
      [labels.carrier, texts.clientName],
      [labels.claims, texts.clientMailingAddress],
    ]),
  )
}

function renderSection(title: string, fields: [label: string, value: string][]) {
  const rows = fields.filter(([, value]) => value !== '').map(([label, value]) => renderField(label, value))
  return view(styles.section, text(styles.sectionTitle, title), ...rows)
}

/** Notes up to this many lines stay on one page; longer notes may break across pages. */
const maxUnbrokenLines = 6

function renderNotes(notes: string): Element {
  const [first = '', ...others] = fitText(notes, 50).split('\n')
  const heading = unbreakable({}, text(styles.sectionTitle, labels.notes), text({}, first))
  const lines = others.map((line) => text({}, line || ' '))
  const box = lines.length < maxUnbrokenLines ? unbreakable : view
  return box(styles.notes, heading, ...lines)
}

/** Fields up to this many characters stay on one page; longer ones may break across pages. */
const maxUnbrokenLength = 300

function renderField(label: string, value: string): Element {
  const maxWidth = (columnWidth - labelWidth) / fieldFontSize
  const box = value.length > maxUnbrokenLength ? view : unbreakable
  return box(styles.field, text(styles.label, label), text(styles.value, fitText(value, maxWidth)))
}

const signature = ({ texts, client }: LetterData) =>
  unbreakable(
    styles.signature,
    text({}, labels.sincerely),
    text(styles.signer, fitText(texts.sincerely, 40)),
    texts.sincerely !== client && text({}, fitText(client, 50)),
  )

const gutter = 24
const { quiet, blue, hairline } = palette

/** The width of a column, in points. */
const columnWidth = (sheetWidth - gutter) / 2
const labelWidth = 82
const fieldFontSize = 9

const styles = {
  runningHead: { position: 'absolute', top: 24, left: margin, right: margin, fontSize: 8, color: quiet },
  letterhead: { borderBottom: `2 solid ${blue}`, paddingBottom: 9 },
  client: { fontSize: 17, fontWeight: 700, color: blue, lineHeight: 1.25, marginBottom: 3 },
  clientLine: { fontSize: 8.5, color: quiet },
  heading: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    marginTop: 20,
    marginBottom: 14,
  },
  title: { fontSize: 15, fontWeight: 700, lineHeight: 1.2 },
  marks: { flexDirection: 'row', gap: 18 },
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
  signature: { marginTop: 18 },
  signer: { fontWeight: 700, marginTop: 24 },
} satisfies Record<string, Style>
