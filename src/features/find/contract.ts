import { z } from 'zod'
import { action } from '#authorizations/contract.ts'
import { caseRow, eitherSearch } from '#cases/contract.ts'
import { clientOption, features } from '#clients/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { day } from '#platform/contract/value-schemas.ts'

/** A case, with what its preview shows. */
export const foundCase = caseRow.extend({
  /** The ITN by which the case was found. */
  itn: z.string().nullable(),
  bills: z.int().nonnegative(),
  processedBills: z.int().nonnegative(),
  /** The number of pending authorizations; null if the client has no authorizations. */
  pendingAuthorizations: z.int().nonnegative().nullable(),
  notes: z.int().nonnegative(),
  /** The day of the latest note. */
  lastNote: day.nullable(),
})
export type FoundCase = z.infer<typeof foundCase>

export const foundAuthorization = z.object({
  itnNumber: z.string(),
  client: z.string(),
  carrier: z.string(),
  patientName: z.string(),
  providerName: z.string(),
  incidentNumber: z.string().nullable(),
  serviceFrom: day,
  serviceTo: day,
  totalChargeFormatted: z.string(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  receivedAt: z.string(),
  isPending: z.boolean(),
  /** The last decision; null if there is none. */
  action: action.nullable(),
  decidedAt: z.string().nullable(),
  /** The `hash` of its case; null if the case is unknown. */
  caseHash: z.string().nullable(),
})
export type FoundAuthorization = z.infer<typeof foundAuthorization>

const searchTerm = z.string().max(200).default('')
const found = z.object({
  cases: z.array(foundCase),
  authorizations: z.array(foundAuthorization),
  /** Whether more cases or authorizations match than the response has. */
  hasMore: z.object({ cases: z.boolean(), authorizations: z.boolean() }),
})
export type Found = z.infer<typeof found>

export const findAnything = endpoint({
  method: 'POST',
  path: '/api/find',
  access: 'staff',
  features: [[...eitherSearch, 'clientAuth']],
  summary:
    'Cases and authorizations that match what the user has typed so far: the beginning of a name or of an incident, ITN or policy number, or a date of birth. Best matches first, at most eight of each.',
  request: z.object({ searchTerm }),
  response: found,
})

/** A client that has some of the found rows, and what decides where they open. */
export const owningClient = clientOption.extend({
  codes: z.array(z.string()),
  ...features.pick({ patientSearch: true, currentActivity: true }).shape,
})
export type OwningClient = z.infer<typeof owningClient>

export const findInAllClients = endpoint({
  method: 'POST',
  path: '/api/find/all-clients',
  access: 'internal',
  summary:
    'Cases and authorizations of all clients that internal staff can view, found like those of one client, with the clients of the rows. Across more than fifty client codes, only whole incident, ITN and policy numbers match.',
  request: z.object({ searchTerm }),
  response: found.extend({
    clients: z.array(owningClient),
    /** Whether only whole numbers were searched, because the clients have too many codes. */
    isNumbersOnly: z.boolean(),
  }),
})
export type FoundInAllClients = z.infer<typeof findInAllClients.response>
