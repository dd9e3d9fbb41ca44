import { z } from 'zod'
import { formatDay } from '#platform/contract/date-format.ts'
import { allClientsSelected, clientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { activityKind, searchType } from '../../contract.ts'
import { validateActivitySearch } from '../../rules.ts'

export const patientValues = clientSelection.extend({ searchType, searchTerm: z.string() })
export type PatientValues = z.infer<typeof patientValues>

export const activityValues = clientSelection.extend({
  startDate: z.string(),
  endDate: z.string(),
  activityList: z.array(activityKind),
})
export type ActivityValues = z.infer<typeof activityValues>

/** The address of a link to Current Activity: days (`YYYY-MM-DD`), and kinds of activity separated by spaces. */
const activityLink = z.object({ from: z.string(), to: z.string(), kinds: z.string() })
export type ActivityLink = z.infer<typeof activityLink>

/** Parses the search parameters of an address; undefined without a search. */
export const parseActivityLink = (params: unknown): ActivityLink | undefined =>
  activityLink.safeParse(params).data

/** The values of the form for the search of a link, with all clients; undefined if the search is invalid. */
export function toActivityValues({ from, to, kinds }: ActivityLink): ActivityValues | undefined {
  const activityList = activityKind.options.filter((kind) => kinds.split(' ').includes(kind))
  const search = { startDate: from, endDate: to, activityList, clients: [] }
  const { clients: _, ...errors } = validateActivitySearch(search)
  if (Object.keys(errors).length > 0) return undefined
  return { ...allClientsSelected, activityList, startDate: formatDay(from), endDate: formatDay(to) }
}
