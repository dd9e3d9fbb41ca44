import { z } from 'zod'
import { endpoint } from './contract/endpoint.ts'

/** The lists that only a case has. */
const caseList = z.enum([
  'medical-records',
  'case-documents',
  'bills',
  'billing-summary',
  'notes',
  'timeline',
])

/** The lists that staff can download. The name is the beginning of the file name. Letters are listed in a case too. */
export const exportedList = z.enum([
  ...caseList.options,
  'patients',
  'current-activity',
  'authorizations',
  'decisions',
  'authorization-metrics',
  'vobs',
])
export type ExportedList = z.infer<typeof exportedList>

/** What a person downloads: a list, and the incident or the search and filters that it belongs to. */
export type Exported =
  | { list: ExportedList; incidentNumber: string }
  | { list: Exclude<ExportedList, z.infer<typeof caseList>>; criteria: object }

export const maxCriteriaLength = 2000

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const recordExport = endpoint({
  method: 'POST',
  path: '/api/listexports',
  access: 'staff',
  summary:
    'Records that a person downloads the rows of a list, which earlier, audited responses had. The number of rows and the criteria are what the page reports. The page saves the file only after this call. 404 for a list that the client does not have, and for an incident that the person cannot access.',
  request: z
    .object({
      list: exportedList,
      format: exportFormat,
      rows: z.int().min(1).max(100_000),
      /** The incident that the list belongs to, if any. */
      incidentNumber: z.string().trim().max(20).default(''),
      /** The search and filters of any other list, such as "searchType: DOB; searchTerm: 5/6/1980". */
      criteria: z.string().trim().max(maxCriteriaLength).default(''),
    })
    .refine(
      ({ list, incidentNumber }) => incidentNumber !== '' || !caseList.safeParse(list).success,
      'Name the incident that the list belongs to.',
    ),
  response: z.object({}),
})
