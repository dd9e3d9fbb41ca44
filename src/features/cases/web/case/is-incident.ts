import type { CaseRow } from '../../contract.ts'

/** Whether a result row is an incident. */
export type Incident = CaseRow & { incidentNumber: string }

export const isIncident = (row: CaseRow | undefined): row is Incident => Boolean(row?.incidentNumber)
