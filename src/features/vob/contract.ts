import { z } from 'zod'
import { eitherSearch, incidentKey } from '#cases/contract.ts'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { day, formTicket } from '#platform/contract/value-schemas.ts'

const labels = z.record(z.string(), z.string())

/** The options for the current client's letters (labels by key) and the signer. */
export const vobOptions = z.object({
  groups: labels,
  carriers: labels,
  mailing: labels,
  phoneNumbers: labels,
  faxNumbers: labels,
  sincerely: z.string(),
})
export type VobOptions = z.infer<typeof vobOptions>

/** Raw input, which the rules validate. */
const input = z.string().max(100_000).default('')

/** The posted form fields (first specification, section 3). */
export const vobForm = z.object({
  providerName: input,
  providerContact: input,
  providerPhone: input,
  providerTaxId: input,
  providerAddress: input,
  providerCityStateZip: input,
  providerFax: input,
  patientLastName: input,
  patientFirstName: input,
  patientDOB: input,
  policyFrom: input,
  policyTo: input,
  patientPolicyNumber: input,
  groupId: input,
  dateOfService: input,
  copayment: input,
  reference: input,
  deductible: input,
  coverageLimit: input,
  clientName: input,
  clientMailingAddress: input,
  clientPhone: input,
  clientFax: input,
  notes: input,
  sincerely: input,
  ProviderDiscountNetwork: input,
  ProviderSearchType: input,
  ProviderSearchCode: input,
  /**
   * Identifies one of several providers with the same name. Without it, the other fields identify the
   * provider.
   */
  ProviderHash: input,
  /** The client code of the case from which the letter starts; empty if it starts from none. */
  ClientCode: input,
})
export type VobForm = z.infer<typeof vobForm>

export const getVobData = endpoint({
  method: 'POST',
  path: '/api/getVOBData',
  access: 'staff',
  summary: "The options for the current client's verifications of benefits.",
  request: z.object({
    providerSearchType: z.string().max(40).default(''),
    /** Comma-separated client codes; they only narrow the scope. */
    client: z.string().max(4000).default(''),
  }),
  response: vobOptions,
})

export const previewVob = endpoint({
  method: 'POST',
  path: '/api/VOBPreview',
  access: 'staff',
  form: true,
  summary: 'A preview of the verification of benefits, as an image. It has no number and is not stored.',
  request: vobForm,
  response: binaryResponse('image/png'),
})

export const createVob = endpoint({
  method: 'POST',
  path: '/api/createVOB',
  access: 'staff',
  form: true,
  summary:
    'Issues a verification of benefits and returns the letter. Requires a ticket, which works only once.',
  /** The ticket also identifies the letter that was issued with it. */
  request: vobForm.extend({ Token: formTicket }),
  response: binaryResponse('application/pdf'),
})

export const findIssuedVob = endpoint({
  method: 'POST',
  path: '/api/issuedVOB',
  access: 'staff',
  summary: 'The number of the verification of benefits that the user issued with a ticket, or null.',
  request: z.object({ ticket: z.string().max(4000) }),
  response: z.object({ number: z.string().nullable() }),
})

export const openVob = endpoint({
  method: 'POST',
  path: '/api/openVOB',
  access: 'staff',
  form: true,
  summary: 'An issued verification of benefits; if it was withdrawn, every page says so.',
  request: z.object({ Number: z.string().max(40) }),
  response: binaryResponse('application/pdf'),
})

/** A withdrawal is final; the letter itself stays as it was issued. */
export const vobWithdrawal = z.object({
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  at: z.string(),
  by: z.string(),
  /** Plain text, never HTML. */
  reason: z.string(),
})
export type VobWithdrawal = z.infer<typeof vobWithdrawal>

/** An issued letter. */
export const issuedVob = z.object({
  number: z.string(),
  providerName: z.string(),
  /** "Last, First". */
  patientName: z.string(),
  policyNumber: z.string(),
  dateOfService: day,
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  issuedAt: z.string(),
  issuedBy: z.string(),
  withdrawal: vobWithdrawal.nullable(),
})
export type IssuedVob = z.infer<typeof issuedVob>

/** The last 30 days, 90 days or 12 months, or any time. */
export const vobPeriod = z.enum(['any', 'month', 'quarter', 'year'])
export const vobIssuer = z.enum(['anyone', 'me'])
export const vobStatus = z.enum(['any', 'issued', 'withdrawn'])

export const maxSearchLength = 200

/** What a list of letters is limited to; by default, nothing. */
export const vobFilter = z.object({
  /** Words that the number, provider, patient or policy number contains, in any case. */
  search: z.string().trim().max(maxSearchLength).default(''),
  period: vobPeriod.default('any'),
  issuedBy: vobIssuer.default('anyone'),
  status: vobStatus.default('any'),
})
export type VobFilter = z.infer<typeof vobFilter>

export const listVobs = endpoint({
  method: 'POST',
  path: '/api/vobs',
  access: 'staff',
  summary: 'Issued verifications of benefits, newest first.',
  request: vobFilter,
  response: z.object({
    vobs: z.array(issuedVob),
    /** The message to show when there are more letters than the response limit. */
    notice: z.string().nullable(),
  }),
})

export const listCaseVobs = endpoint({
  method: 'POST',
  path: '/api/casevobs',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The verifications of benefits issued for the policy of an incident, newest first.',
  request: incidentKey,
  response: z.object({ vobs: z.array(issuedVob) }),
})

export const withdrawVob = endpoint({
  method: 'POST',
  path: '/api/withdrawVOB',
  access: 'staff',
  summary: 'Withdraws a verification of benefits. 409 if it has been withdrawn.',
  request: z.object({ number: z.string().max(40), reason: input }),
  response: z.object({ withdrawal: vobWithdrawal }),
})
