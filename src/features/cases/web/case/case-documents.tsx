import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import {
  type CaseDocument,
  listCaseDocuments,
  listMedicalRecords,
  type MedicalRecord,
  openCaseDocument,
  openMedicalRecord,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type Incident, toIncidentKey } from '../../rules.ts'
import { DocumentList } from './document-list.tsx'

type CaseDocumentsProps = { incident: Incident; onOpen: OpenDocument }

/** The case documents of an incident. */
export function CaseDocuments({ incident, onOpen }: CaseDocumentsProps) {
  const key = toIncidentKey(incident)
  const { incidentNumber } = key
  const documents = useQuery({
    queryKey: ['case', 'case-documents', incidentNumber],
    queryFn: ({ signal }) => call(listCaseDocuments, key, signal),
    select: ({ caseDocuments }) => caseDocuments,
  })
  return (
    <DocumentList
      query={documents}
      label={messages.pages['case-documents']}
      failed={messages.documentsFailed}
      nothing={messages.noDocuments}
      sizeKey="CaseDocuments_ResultSize"
      exportedAs="case-documents"
      storageKey={`documents of ${incidentNumber}`}
      onView={(document: CaseDocument) =>
        void onOpen(openCaseDocument, {
          IncidentNumber: incidentNumber,
          PageStart: String(document.pageStart),
          PageEnd: String(document.pageEnd),
        })
      }
    />
  )
}

/** The medical records of an incident. */
export function MedicalRecords({ incident, onOpen }: CaseDocumentsProps) {
  const key = toIncidentKey(incident)
  const { incidentNumber } = key
  const records = useQuery({
    queryKey: ['case', 'medical-records', incidentNumber],
    queryFn: ({ signal }) => call(listMedicalRecords, key, signal),
    select: ({ medicalRecords }) => medicalRecords,
  })
  return (
    <DocumentList
      query={records}
      label={messages.pages['medical-records']}
      failed={messages.recordsFailed}
      nothing={messages.noRecords}
      sizeKey="MedicalRecords_ResultSize"
      exportedAs="medical-records"
      storageKey={`records of ${incidentNumber}`}
      onView={(record: MedicalRecord) =>
        void onOpen(openMedicalRecord, {
          IncidentNumber: incidentNumber,
          PageStartNumber: String(record.pageStartNumber),
          PageEndNumber: String(record.pageEndNumber),
        })
      }
    />
  )
}
