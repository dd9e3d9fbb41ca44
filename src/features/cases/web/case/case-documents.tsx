import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { type CaseDocument, listCaseDocuments, openCaseDocument } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { toIncidentKey } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { DocumentList } from './document-list.tsx'
import type { Incident } from './is-incident.ts'

/** The case documents of an incident. */
export function CaseDocuments({ incident }: { incident: Incident }) {
  const { onOpen } = useCaseSearch()
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
