import { fitText } from '#platform/server/documents/fit-text.ts'
import {
  type Element,
  letterPage,
  onEveryPage,
  pdfDocument,
  text,
  unbreakable,
  view,
} from '#platform/server/documents/pdf-primitives.ts'
import { messages } from '../messages.ts'
import type { LetterData } from './letter-data.ts'
import { columnWidth, factSize, headWidth, labelWidth, look } from './letter-styles.ts'

const says = messages.document

/** The letter that verifies benefits. */
export function render(data: LetterData) {
  const { said, number, at, client } = data
  return pdfDocument(
    { title: says.named(number), author: client, madeAt: new Date(at) },
    letterPage(
      look.page,
      onEveryPage(look.runningHead, (page) =>
        page > 1 ? says.continued(fitText(client, headWidth / 8), number) : '',
      ),
      view(
        look.body,
        letterhead(data),
        heading(data),
        text(look.paragraph, says.greeting),
        text(look.paragraph, says.opening),
        view(look.columns, providerAndCarrier(data), patientAndPolicy(data)),
        said.notes !== '' && notes(said.notes),
        text(look.proviso, says.proviso),
        signature(data),
      ),
      onEveryPage(look.footer, (page, pages) => says.page(number, page, pages)),
    ),
  )
}

function letterhead({ client, said }: LetterData) {
  const lines = [
    said.clientMailingAddress,
    [said.clientPhone && says.phone(said.clientPhone), said.clientFax && says.fax(said.clientFax)]
      .filter(Boolean)
      .join('   '),
  ]
  return view(
    look.letterhead,
    text(look.client, fitText(client, headWidth / 17)),
    ...lines.map((line) => text(look.clientLine, fitText(line, headWidth / 8.5))),
  )
}

function heading({ number, date }: LetterData) {
  return view(
    look.heading,
    text(look.title, says.title),
    view(look.marks, mark(says.number, number), mark(says.date, date)),
  )
}

const mark = (label: string, value: string) =>
  view(look.mark, text(look.markLabel, label), text(look.markValue, value))

function providerAndCarrier({ said, network }: LetterData) {
  return view(
    look.column,
    part(says.provider, [
      [says.name, said.providerName],
      [says.contact, said.providerContact],
      [says.address, `${said.providerAddress}\n${said.providerCityStateZip}`],
      [messages.labels.providerPhone, said.providerPhone],
      [messages.labels.providerFax, said.providerFax],
      [says.taxId, said.providerTaxId],
      [says.network, network],
    ]),
    part(says.benefits, [
      [says.copayment, said.copayment || says.notStated],
      [says.deductible, said.deductible || says.notStated],
      [says.coverageLimit, said.coverageLimit || says.notStated],
    ]),
  )
}

function patientAndPolicy({ said }: LetterData) {
  return view(
    look.column,
    part(says.patient, [
      [says.name, `${said.patientLastName}, ${said.patientFirstName}`],
      [says.dateOfBirth, said.patientDOB],
      [says.dateOfService, said.dateOfService],
      [says.reference, said.reference],
    ]),
    part(says.policy, [
      [says.policyNumber, said.patientPolicyNumber],
      [says.group, said.groupId],
      [says.period, says.span(said.policyFrom, said.policyTo)],
      [says.carrier, said.clientName],
      [says.claims, said.clientMailingAddress],
    ]),
  )
}

function part(title: string, data: [label: string, value: string][]) {
  const rows = data.filter(([, value]) => value !== '').map(([label, value]) => fact(label, value))
  return view(look.fields, text(look.part, title), ...rows)
}

/** Notes up to this many lines stay on one page; longer notes may break across pages. */
const wholeUpToLines = 6

function notes(written: string): Element {
  const [first = '', ...others] = fitText(written, 50).split('\n')
  const heading = unbreakable({}, text(look.part, says.notes), text({}, first))
  const lines = others.map((line) => text({}, line || ' '))
  const box = lines.length < wholeUpToLines ? unbreakable : view
  return box(look.notes, heading, ...lines)
}

/** Fields up to this many characters stay on one page; longer ones may break across pages. */
const wholeUpTo = 300

function fact(label: string, value: string): Element {
  const room = (columnWidth - labelWidth) / factSize
  const box = value.length > wholeUpTo ? view : unbreakable
  return box(look.fact, text(look.label, label), text(look.value, fitText(value, room)))
}

const signature = ({ said, client }: LetterData) =>
  unbreakable(
    look.signature,
    text({}, says.sincerely),
    text(look.signer, fitText(said.sincerely, 40)),
    said.sincerely !== client && text({}, fitText(client, 50)),
  )
