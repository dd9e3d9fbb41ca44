import { z } from 'zod'
import { binaryResponse } from '#platform/contract/binary-response.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

const labels = z.record(z.string(), z.string())

/** The options of the current client's letters (keys with labels) and the signer. */
export const vobOffer = z.object({
  groups: labels,
  carriers: labels,
  mailing: labels,
  phoneNumbers: labels,
  faxNumbers: labels,
  sincerely: z.string(),
})
export type VobOffer = z.infer<typeof vobOffer>

/** Raw input, validated by the rules. */
const typed = z.string().max(100_000).default('')

/** The posted form fields (first specification, section 3). */
export const vobForm = z.object({
  providerName: typed,
  providerContact: typed,
  providerPhone: typed,
  providerTaxId: typed,
  providerAddress: typed,
  providerCityStateZip: typed,
  providerFax: typed,
  patientLastName: typed,
  patientFirstName: typed,
  patientDOB: typed,
  policyFrom: typed,
  policyTo: typed,
  patientPolicyNumber: typed,
  groupId: typed,
  dateOfService: typed,
  copayment: typed,
  reference: typed,
  deductible: typed,
  coverageLimit: typed,
  clientName: typed,
  clientMailingAddress: typed,
  clientPhone: typed,
  clientFax: typed,
  notes: typed,
  sincerely: typed,
  ProviderDiscountNetwork: typed,
  ProviderSearchType: typed,
  ProviderSearchCode: typed,
  /** Identifies one of several providers with this name; by default the best match of the other fields. */
  ProviderHash: typed,
})
export type VobForm = z.infer<typeof vobForm>

export const getVobData = endpoint({
  method: 'POST',
  path: '/api/getVOBData',
  access: 'staff',
  summary: "What the viewed client's verifications of benefits offer to choose from.",
  request: z.object({
    providerSearchType: z.string().max(40).default(''),
    /** Comma-separated client codes; they only narrow the scope. */
    client: z.string().max(4000).default(''),
  }),
  response: vobOffer,
})

export const previewVob = endpoint({
  method: 'POST',
  path: '/api/VOBPreview',
  access: 'staff',
  form: true,
  summary: 'The verification of benefits as it would be, as a picture; it gets no number and is not kept.',
  request: vobForm,
  response: binaryResponse('image/png'),
})

export const createVob = endpoint({
  method: 'POST',
  path: '/api/createVOB',
  access: 'staff',
  form: true,
  summary: 'Issues a verification of benefits and answers with the letter. It takes a ticket, once.',
  request: vobForm.extend({ Token: z.string().max(4000).default('') }),
  response: binaryResponse('application/pdf'),
})

export const findIssuedVob = endpoint({
  method: 'POST',
  path: '/api/issuedVOB',
  access: 'staff',
  summary: 'Which verification of benefits you have issued with a ticket; none yet, or not yours, is null.',
  request: z.object({ ticket: z.string().max(4000) }),
  response: z.object({ number: z.string().nullable() }),
})

export const openVob = endpoint({
  method: 'POST',
  path: '/api/openVOB',
  access: 'staff',
  form: true,
  summary: 'A verification of benefits as you have issued it.',
  request: z.object({ Number: z.string().max(40), Token: z.string().max(4000).default('') }),
  response: binaryResponse('application/pdf'),
})
