import type { CaseRow } from '../../contract.ts'

/** What names an incident in a call: its number, with the patient and the client it has to belong to. */
export const keyOf = ({
  incidentNumber,
  patientCode,
  client,
}: Pick<CaseRow, 'patientCode' | 'client'> & { incidentNumber: string }) => ({
  incidentNumber,
  patientCode,
  client,
})
