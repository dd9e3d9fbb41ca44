import { z } from 'zod'
import { itn } from '#authorizations/contract.ts'
import { eitherSearch, incidentKey, incidentNumber } from '#cases/contract.ts'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { day, decimal } from '#platform/contract/value-schemas.ts'

/** An amount for display ("$1,234.50"). The field next to it has the plain decimal ("1234.50"). */
const displayText = z.string()

/** A provider's claim for one incident. Fields that depend on the repriced amount are null until repricing. */
export const bill = z.object({
  itn: z.string(),
  policyNumber: z.string().nullable(),
  providerName: z.string(),
  /** Display text: "3/4/2026", or "3/4/2026-3/9/2026". */
  serviceDate: z.string(),
  serviceFrom: day,
  serviceTo: day,
  /** ISO 4217. */
  currency: z.string(),
  totalCharges: displayText,
  totalChargesAmount: decimal,
  repricedAmount: displayText.nullable(),
  repricedAmountAmount: decimal.nullable(),
  savingsAmount: displayText.nullable(),
  savingsAmountAmount: decimal.nullable(),
  /** "28.0%". */
  savingsPercent: displayText.nullable(),
  savingsPercentAmount: decimal.nullable(),
  processedDate: day.nullable(),
  paymentStatus: z.string(),
  /** Whether each document can be opened: the bill image and the repricing invoice. */
  billImage: z.boolean(),
  invoice: z.boolean(),
})
export type Bill = z.infer<typeof bill>

export const listBills = endpoint({
  method: 'POST',
  path: '/api/bills',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The bills of an incident, by service date.',
  request: incidentKey,
  response: z.object({ bills: z.array(bill) }),
})

const flag = z.enum(['true', 'false', '']).default('')

export const openBillImage = endpoint({
  method: 'POST',
  path: '/api/billimage',
  access: 'staff',
  features: [eitherSearch],
  form: true,
  summary: "A bill's image as a PDF: its page range of the incident's file.",
  request: z.object({ IncidentNumber: incidentNumber, ITN: itn }),
  response: binaryResponse('application/pdf'),
})

export const openRepricingInvoice = endpoint({
  method: 'POST',
  path: '/api/repricinginvoice',
  access: 'staff',
  features: [eitherSearch],
  form: true,
  summary: 'The repricing invoice of one bill as a PDF or, with the ITN "ALL", of all bills of an incident.',
  request: z.object({
    IncidentNumber: incidentNumber,
    ITN: itn,
    /** If either is "true", the bill images follow the invoice. */
    ShowImages: flag,
    BillImage: flag,
  }),
  response: binaryResponse('application/pdf'),
})
