import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { decimal } from '#platform/contract/value-schemas.ts'
import { caseRow, eitherSearch } from './contract.ts'

/** The first part of the query keys of cases. A change to a case invalidates all of them. */
export const caseQueryKey = 'case'

/** What a case contains, as numbers. */
const caseCounts = z.object({
  medicalRecords: z.int(),
  /** The pages of all medical records. */
  recordPages: z.int(),
  caseDocuments: z.int(),
  bills: z.int(),
  processedBills: z.int(),
  notes: z.int(),
})

/** The sums of all bills in one currency, as exact decimals. Savings count repriced bills only. */
export const billSums = z.object({
  /** ISO 4217. */
  currency: z.string(),
  bills: z.int(),
  charges: decimal,
  repriced: decimal,
  savings: decimal,
  unpricedBills: z.int(),
  unpriced: decimal,
})

export type BillSums = z.infer<typeof billSums>

/** The maximum number of pending authorizations in the response about a case. The queue has all of them. */
export const maxPendingOfCase = 100

/** A bill of the case that is waiting for a decision of the client. */
const pendingBill = z.object({
  itn: z.string(),
  providerName: z.string(),
  currency: z.string(),
  totalCharge: decimal,
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  receivedAt: z.string(),
})

/** The parts of a patient's name. `patientName` cannot be split, because a last name may contain a comma. */
const nameParts = { lastName: z.string(), firstName: z.string() }

export const readCase = endpoint({
  method: 'POST',
  path: '/api/case',
  access: 'staff',
  features: [eitherSearch],
  summary: 'A case by the `hash` of its row, with its numbers. Adds it to the recent cases of the person.',
  request: z.object({ row: z.string().trim().min(1).max(100) }),
  response: z.object({
    case: caseRow.extend(nameParts),
    counts: caseCounts,
    /** By currency. */
    sums: z.array(billSums),
    /** Longest wait first; if more are pending, the rest are left out. Empty if the client has no authorizations. */
    pendingAuthorizations: z.array(pendingBill).max(maxPendingOfCase),
    /** The emergency access through which the person sees the case, if it is outside their codes. */
    emergencyAccess: z.object({ id: z.uuid(), endsAt: z.iso.datetime() }).optional(),
  }),
})
export type CaseDetails = z.infer<typeof readCase.response>

export const listRecentCases = endpoint({
  method: 'GET',
  path: '/api/recentcases',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The cases that the person opened last, at most ten, newest first.',
  request: z.object({}),
  response: z.object({ patients: z.array(caseRow) }),
})
