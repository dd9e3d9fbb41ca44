import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { listMedicalRecords, type MedicalRecord, openMedicalRecord } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { toIncidentKey } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { DocumentList } from './document-list.tsx'
import type { Incident } from './is-incident.ts'

/** The medical records of an incident. */
export function MedicalRecords({ incident }: { incident: Incident }) {
  const { onOpen } = useCaseSearch()
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
