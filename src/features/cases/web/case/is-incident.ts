import type { CaseRow } from '../../contract.ts'

/** A row of the results that is an incident. */
export type Incident = CaseRow & { incidentNumber: string }

export const isIncident = (row: CaseRow | undefined): row is Incident => Boolean(row?.incidentNumber)
