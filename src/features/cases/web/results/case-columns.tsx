import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { createColumns } from '#platform/web/table/table-features.ts'
import { type CaseRow, openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type ListedPart, listedParts, type SearchPath, sectionPath } from '../case-sections.ts'
import { CaseWay, PatientWay, SummaryWay } from './case-links.tsx'

type Ways = {
  path: SearchPath
  go: (href: string) => void
  onOpen: OpenDocument
  withSummaries: boolean
}

const has: Readonly<Record<ListedPart, (row: CaseRow) => boolean>> = {
  'medical-records': (row) => row.hasMedicalRecords,
  'case-documents': (row) => row.hasCaseDocuments,
  billing: (row) => row.hasBills,
  notes: (row) => row.hasNotes,
}

const { text, drawn, time, way, all } = createColumns<CaseRow>()

const patientOf = (row: CaseRow) => row.patientName

const facts = [
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
 * Columns of an incident (second specification, section 3). Section links come right after the name, so that they
 * stay in view. The name links to the case, even if it has no contents.
 */
export function caseColumns({ path, go, onOpen, withSummaries }: Ways) {
  const summary = way('caseSummary', messages.caseSummary, (row) => {
    const { hasCaseSummary, incidentNumber: IncidentNumber } = row
    if (!hasCaseSummary || !IncidentNumber) return null
    return (
      <SummaryWay patient={row.patientName} onOpen={() => void onOpen(openCaseSummary, { IncidentNumber })} />
    )
  })
  const pages = listedParts.map((page) =>
    way(page, messages.pages[page], (row) =>
      has[page](row) ? (
        <CaseWay page={page} about={row.patientName} href={sectionPath(path, page, row.hash)} go={go} />
      ) : null,
    ),
  )
  const name = drawn('patientName', messages.patientName, patientOf, (row) =>
    row.incidentNumber ? (
      <PatientWay patient={row.patientName} href={sectionPath(path, 'timeline', row.hash)} go={go} />
    ) : (
      row.patientName
    ),
  )
  return all([name, ...pages, ...(withSummaries ? [summary] : []), ...facts])
}
