import type { CaseRow } from '../../contract.ts'

/** A result row with an incident. */
export type Incident = CaseRow & { incidentNumber: string }

/** Whether a result row has an incident. */
export const isIncident = (row: CaseRow | undefined): row is Incident => Boolean(row?.incidentNumber)
