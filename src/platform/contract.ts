import { z } from 'zod'
import { endpoint } from './contract/endpoint.ts'

const mailKey = z.object({ id: z.uuid() })

/** The data of an email that a list shows. */
export const mailLine = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  madeAt: z.iso.datetime(),
  state: z.enum(['waiting', 'sent', 'given up']),
  attempts: z.number(),
  /** The error code of the last attempt, if it failed. */
  fault: z.string().nullable(),
  /** When the next attempt to deliver a waiting email is due. */
  dueAt: z.iso.datetime(),
})
export type MailLine = z.infer<typeof mailLine>

export const listUndeliveredMail = endpoint({
  method: 'GET',
  path: '/api/undelivered-mail',
  access: 'internal',
  summary: 'Undelivered mail: permanently failed, or waiting for another attempt',
  request: z.object({}),
  response: z.object({ mails: z.array(mailLine) }),
})

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/undelivered-mail/{id}',
  access: 'internal',
  summary: 'Retries an undelivered email now',
  request: mailKey,
  response: z.object({ state: z.literal('waiting') }),
})

export const listMailbox = endpoint({
  method: 'GET',
  path: '/api/dev/mail',
  access: 'internal',
  summary: 'The newest emails in the development mailbox; 404 in production',
  request: z.object({}),
  response: z.object({ mails: z.array(mailLine) }),
})

export const readMail = endpoint({
  method: 'GET',
  path: '/api/dev/mail/{id}',
  access: 'internal',
  summary: 'An email in the development mailbox; 404 in production',
  request: mailKey,
  response: mailLine.extend({
    from: z.string(),
    replyTo: z.string().nullable(),
    text: z.string(),
    html: z.string(),
  }),
})

/** The lists that only a case has. */
const caseList = z.enum([
  'medical-records',
  'case-documents',
  'bills',
  'billing-summary',
  'notes',
  'timeline',
])

/** The lists of internal staff, which belong to no client. */
export const internalList = z.enum(['undelivered-mail', 'undelivered-notifications', 'audit-trail'])

/**
 * The lists that staff can download. A file name has the list, the incident or the client, and the day. A case lists
 * letters, too.
 */
export const exportedList = z.enum([
  ...caseList.options,
  ...internalList.options,
  'patients',
  'current-activity',
  'authorizations',
  'decisions',
  'authorization-metrics',
  'vobs',
  'report',
  'report-bills',
  'report-cases',
  'report-authorizations',
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
    'Records that a person downloads the rows of a list, which earlier, audited responses had. The number of rows and the criteria are what the page reports. The page saves the file only after this call. 404 for a list that the client or the person does not have, and for an incident that the person cannot access.',
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
  response: z.object({
    /** The ID of the client that the list belongs to, for the file name; null for a list of internal staff. */
    client: z.string().nullable(),
  }),
})
