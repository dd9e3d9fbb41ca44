import { z } from 'zod'
import { endpoint } from './contract/endpoint.ts'

/** The lists that staff can download. The name is the beginning of the file name. */
export const exportedList = z.enum([
  'patients',
  'current-activity',
  'medical-records',
  'case-documents',
  'bills',
  'notes',
  'timeline',
  'authorizations',
  'vobs',
])
export type ExportedList = z.infer<typeof exportedList>

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

export const recordExport = endpoint({
  method: 'POST',
  path: '/api/listexports',
  access: 'staff',
  summary:
    'Records that a person downloads the rows of a list, which earlier, audited responses had. The number of rows is what the page reports. The page saves the file only after this call.',
  request: z.object({ list: exportedList, format: exportFormat, rows: z.int().min(1).max(100_000) }),
  response: z.object({}),
})
