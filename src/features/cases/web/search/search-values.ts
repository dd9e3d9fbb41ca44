import { z } from 'zod'
import { clientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { activityKind, searchType } from '../../contract.ts'

export const patientValues = clientSelection.extend({ searchType, searchTerm: z.string() })
export type PatientValues = z.infer<typeof patientValues>

export const activityValues = clientSelection.extend({
  startDate: z.string(),
  endDate: z.string(),
  activityList: z.array(activityKind),
})
export type ActivityValues = z.infer<typeof activityValues>
