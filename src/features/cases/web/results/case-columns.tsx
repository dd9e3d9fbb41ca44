import { formatDay } from '#platform/contract/date-format.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { type ActiveCaseRow, type CaseActivity, type CaseRow, openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type ListedSection, listedSections, type SearchPath, sectionPath } from '../../rules.ts'
import classes from './case-columns.module.css'
import { CaseLink, PatientLink, SummaryButton } from './case-links.tsx'

type CaseColumnsOptions = {
  path: SearchPath
  go: (href: string) => void
  onOpen: OpenDocument
  withSummaries: boolean
  /** Whether the rows say what happened. */
  withActivity: boolean
}

const hasContent: Readonly<Record<ListedSection, (row: CaseRow) => boolean>> = {
  'medical-records': (row) => row.hasMedicalRecords,
  'case-documents': (row) => row.hasCaseDocuments,
  billing: (row) => row.hasBills,
  notes: (row) => row.hasNotes,
}

const { text, custom, time, action, all } = createColumns<ActiveCaseRow>()

type Words = (row: ActiveCaseRow) => string | null

/** A text with a day below it, which also has a column and, on a card, a line of its own. */
const textWithDay = (
  id: string,
  label: string,
  of: Words,
  [dayId, getDay]: [id: string, of: Words],
  valueClass?: string,
) => {
  const draw = (row: ActiveCaseRow) => {
    const day = getDay(row)
    return (
      <>
        <span className={valueClass}>{of(row)}</span>{' '}
        {day && <span className={classes.below}>{formatDay(day)}</span>}
      </>
    )
  }
  return withExport(custom(id, label, of, draw), { includes: [dayId] })
}

const dataColumns = [
  time('dateOfBirth', messages.dateOfBirth, (row) => row.dateOfBirth),
  textWithDay('policyNumber', messages.policyNumber, (row) => row.policyNumber, [
    'effectiveDate',
    (row) => row.effectiveDate,
  ]),
  time('effectiveDate', messages.effectiveDate, (row) => row.effectiveDate),
  textWithDay(
    'incidentNumber',
    messages.incidentNumber,
    (row) => row.incidentNumber,
    ['dateOfIncident', (row) => row.dateOfIncident],
    classes.number,
  ),
  time('dateOfIncident', messages.dateOfIncident, (row) => row.dateOfIncident),
  text('incidentDescription', messages.incidentDescription, (row) => row.incidentDescription, 'long'),
  time('enterDate', messages.enterDate, (row) => row.enterDate),
  text('carrier', messages.client, (row) => row.carrier),
]

/** These days stand below the text that they belong to, until a person wants a column for them. */
const initialColumns = { dateOfBirth: false, effectiveDate: false, dateOfIncident: false }

/** The columns shown at first, and the key of a person's choice. Rows with activity leave less room for others. */
export const columnChoices = {
  patients: { columnsKey: 'caseColumns', initialColumns },
  activity: {
    columnsKey: 'activityColumns',
    initialColumns: { ...initialColumns, policyNumber: false, enterDate: false },
  },
}

const activity = withExport(
  custom(
    'activity',
    messages.activity,
    (row) => (row.activity ? `${row.activity.lastDay} ${row.activity.lastNoteAt ?? ''}` : null),
    (row) =>
      row.activity && (
        <>
          {describeActivity(row.activity)} <span className={classes.when}>{formatWhen(row.activity)}</span>
        </>
      ),
  ),
  {
    exported: ({ activity }: ActiveCaseRow) =>
      activity ? `${describeActivity(activity)} (${formatWhen(activity)})` : null,
  },
)

const formatWhen = ({ lastNoteAt, lastDay }: CaseActivity) =>
  lastNoteAt ? formatInstant(lastNoteAt) : formatDay(lastDay)

/** What happened, such as "2 bills, 1 note". */
function describeActivity(found: CaseActivity): string {
  const { entered, records, documents, bills, notes } = messages.happened
  const parts = [
    found.isNew && entered,
    found.medicalRecords > 0 && records(found.medicalRecords),
    found.caseDocuments > 0 && documents(found.caseDocuments),
    found.bills > 0 && bills(found.bills),
    found.notes > 0 && notes(found.notes),
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * Columns of an incident (second specification, section 3). Its links come right after the name, so that they stay
 * in view. The name links to the overview.
 */
export function caseColumns(options: CaseColumnsOptions) {
  const { path, go, withActivity } = options
  const name = withExport(
    custom(
      'patientName',
      messages.patientName,
      (row) => row.patientName,
      (row) => (
        <>
          {row.incidentNumber ? (
            <PatientLink patient={row.patientName} href={sectionPath(path, 'overview', row.hash)} go={go} />
          ) : (
            row.patientName
          )}{' '}
          <span className={classes.below}>{formatDay(row.dateOfBirth)}</span>
        </>
      ),
    ),
    { includes: ['dateOfBirth'] },
  )
  const open = action('open', messages.open, (row) => <OpenLinks row={row} {...options} />)
  return all([name, open, ...(withActivity ? [activity] : []), ...dataColumns])
}

/** Links to the sections of a case, each in its place. */
function OpenLinks({ row, path, go, onOpen, withSummaries }: CaseColumnsOptions & { row: CaseRow }) {
  const { patientName, hash, hasCaseSummary, incidentNumber: IncidentNumber } = row
  return (
    <span className={classes.open}>
      {listedSections.map((page) => (
        <span key={page}>
          {hasContent[page](row) && (
            <CaseLink page={page} about={patientName} href={sectionPath(path, page, hash)} go={go} />
          )}
        </span>
      ))}
      {withSummaries && (
        <span>
          {hasCaseSummary && IncidentNumber && (
            <SummaryButton
              patient={patientName}
              onOpen={() => void onOpen(createDocumentRequest(openCaseSummary, { IncidentNumber }))}
            />
          )}
        </span>
      )}
    </span>
  )
}
