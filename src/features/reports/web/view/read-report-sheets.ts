import { formatInstant } from '#platform/web/format-instant.ts'
import type { Sheet, SheetValue } from '#platform/web/table/sheet-file.ts'
import { formatPeriod } from '../../rules.ts'
import type { ReportSection, ReportTable, ReportValue, ReportView } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'

/**
 * A report as sheets of a file: what it covers and its notes, then the key figures and each table, for every section.
 */
export const readReportSheets = (view: ReportView): Sheet[] => [
  readCriteria(view),
  ...view.sections.flatMap((section) => [
    ...(section.figures.length > 0 ? [readFigures(section)] : []),
    ...section.tables.map((table) => readTable(section, table)),
  ]),
]

function readCriteria({
  name,
  first,
  last,
  clients,
  basis,
  readAt,
  explanation,
  sections,
}: ReportView): Sheet {
  const { title, head, ...aboutText } = text.about
  const notes = sections.flatMap((section) => [
    ...section.notes.map((note) => [joinTitle(aboutText.note, section.title), note.text]),
    ...section.tables.flatMap((table) =>
      table.note ? [[joinTitle(table.title, section.title), table.note]] : [],
    ),
  ])
  return {
    title,
    head: [...head],
    rows: [
      [aboutText.report, name],
      [aboutText.period, formatPeriod(first, last)],
      ...clients.map((client) => [aboutText.client, client]),
      [aboutText.basis, basis],
      [aboutText.readAt, formatInstant(readAt)],
      ...notes,
      [aboutText.explanation, explanation],
    ],
  }
}

const joinTitle = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

function readFigures({ title, figures }: ReportSection): Sheet {
  const earlier = figures[0]?.earlier ?? []
  return {
    title: joinTitle(text.keyFigures(null), title),
    head: [text.key, text.value, ...earlier.map(({ label, period }) => `${label} (${period})`)],
    rows: figures.flatMap((figure) => [
      [figure.label, toSheetValue(figure.value), ...figure.earlier.map(({ value }) => toSheetValue(value))],
      ...figure.parts.map(({ label, value }) => [
        joinTitle(figure.label, label),
        toSheetValue(value),
        ...earlier.map(() => null),
      ]),
    ]),
  }
}

const readTable = (section: ReportSection, { title, heading, columns, rows, total }: ReportTable): Sheet => ({
  title: joinTitle(title, section.title),
  head: [heading, ...columns],
  rows: [...rows, ...(total ? [total] : [])].map(({ label, values }) => [label, ...values.map(toSheetValue)]),
})

/** Converts a value to one of a downloaded file. */
function toSheetValue(value: ReportValue): SheetValue {
  if (value === null || typeof value === 'string' || 'day' in value || 'amount' in value) return value
  if ('percent' in value) return { number: Number(value.percent), digits: 1 }
  return { number: value.count, digits: 0 }
}
