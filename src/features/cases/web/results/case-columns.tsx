import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { type CaseRow, openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type ListedSection, listedSections, type SearchPath, sectionPath } from '../case-sections.ts'
import { CaseLink, PatientLink, SummaryButton } from './case-links.tsx'

type CaseColumnsOptions = {
  path: SearchPath
  go: (href: string) => void
  onOpen: OpenDocument
  withSummaries: boolean
}

const hasContent: Readonly<Record<ListedSection, (row: CaseRow) => boolean>> = {
  'medical-records': (row) => row.hasMedicalRecords,
  'case-documents': (row) => row.hasCaseDocuments,
  billing: (row) => row.hasBills,
  notes: (row) => row.hasNotes,
}

const { text, custom, time, action, all } = createColumns<CaseRow>()

const getPatientName = (row: CaseRow) => row.patientName

const dataColumns = [
  time('dateOfBirth', messages.dateOfBirth, (row) => row.dateOfBirth),
  text('policyNumber', messages.policyNumber, (row) => row.policyNumber, 'short'),
  time('effectiveDate', messages.effectiveDate, (row) => row.effectiveDate),
  text('incidentNumber', messages.incidentNumber, (row) => row.incidentNumber, 'short'),
  time('dateOfIncident', messages.dateOfIncident, (row) => row.dateOfIncident),
  text('incidentDescription', messages.incidentDescription, (row) => row.incidentDescription, 'long'),
  time('enterDate', messages.enterDate, (row) => row.enterDate),
  text('carrier', messages.client, (row) => row.carrier),
]

/**
 * Columns of an incident (second specification, section 3). Section links come right after the name, so that they stay
 * in view. The name links to the overview, which every incident has.
 */
export function caseColumns({ path, go, onOpen, withSummaries }: CaseColumnsOptions) {
  const summary = action('caseSummary', messages.caseSummary, (row) => {
    const { hasCaseSummary, incidentNumber: IncidentNumber } = row
    if (!hasCaseSummary || !IncidentNumber) return null
    return (
      <SummaryButton
        patient={row.patientName}
        onOpen={() => void onOpen(openCaseSummary, { IncidentNumber })}
      />
    )
  })
  const pages = listedSections.map((page) =>
    action(page, messages.pages[page], (row) =>
      hasContent[page](row) ? (
        <CaseLink page={page} about={row.patientName} href={sectionPath(path, page, row.hash)} go={go} />
      ) : null,
    ),
  )
  const name = custom('patientName', messages.patientName, getPatientName, (row) =>
    row.incidentNumber ? (
      <PatientLink patient={row.patientName} href={sectionPath(path, 'overview', row.hash)} go={go} />
    ) : (
      row.patientName
    ),
  )
  return all([name, ...pages, ...(withSummaries ? [summary] : []), ...dataColumns])
}
