import { z } from 'zod'
import { formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { Bill } from '../contract.ts'

/** A bill with its client code. */
type OwnedBill = Bill & { client: string }

const billRow = z.object({
  client: z.string(),
  itn: z.string(),
  policyNumber: z.string().nullable(),
  providerName: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  currency: z.string(),
  charges: z.string(),
  repriced: z.string().nullable(),
  savings: z.string().nullable(),
  percent: z.string().nullable(),
  processedDate: z.string().nullable(),
  paymentStatus: z.string(),
  billImage: z.boolean(),
})
type BillRow = z.infer<typeof billRow>

/**
 * Lists the bills of the incident that a key identifies, by service date. The list is empty if any part of
 * the key does not match.
 */
export async function findBills(
  db: Database,
  { incidentNumber, patientCode = '' }: { incidentNumber: string; patientCode?: string },
  signal: AbortSignal,
): Promise<OwnedBill[]> {
  const rows = await queryRows(
    db,
    billRow,
    sql`
    select b.client_code       as client,
           b.itn,
           i.policy_number     as "policyNumber",
           b.provider_name     as "providerName",
           b.service_from      as "serviceFrom",
           b.service_to        as "serviceTo",
           b.currency,
           b.total_charges     as charges,
           b.repriced_amount   as repriced,
           b.total_charges - b.repriced_amount as savings,
           round(100 * (b.total_charges - b.repriced_amount) / nullif(b.total_charges, 0), 1) as percent,
           b.processed_on      as "processedDate",
           b.payment_status    as "paymentStatus",
           coalesce(b.image_page_end <= f.pages, false) as "billImage"
      from bill b
      join incident i using (incident_number)
      left join document_file f using (incident_number)
     where b.incident_number = ${incidentNumber}
       and ${patientCode} in ('', i.patient_code)
     order by b.service_from, b.itn`,
    { signal },
  )
  return rows.map(toBill)
}

function toBill({ charges, repriced, savings, percent, ...row }: BillRow): OwnedBill {
  const { serviceFrom, serviceTo, currency } = row
  const amount = (value: string | null) => (value === null ? null : formatMoney(value, currency))
  return {
    ...row,
    serviceDate: [...new Set([serviceFrom, serviceTo])].map(formatDay).join('-'),
    totalCharges: formatMoney(charges, currency),
    totalChargesAmount: charges,
    repricedAmount: amount(repriced),
    repricedAmountAmount: repriced,
    savingsAmount: amount(savings),
    savingsAmountAmount: savings,
    savingsPercent: percent === null ? null : `${percent}%`,
    savingsPercentAmount: percent,
    invoice: repriced !== null,
  }
}

const billImageRow = z.object({
  client: z.string(),
  itn: z.string(),
  sha256: z.string(),
  first: z.number(),
  last: z.number(),
})

/** Selects all bills of an incident, or the one with an ITN. */
export type BillSelection = { incidentNumber: string; itn?: string | undefined }

/** Finds the page ranges of the images of the selected bills, in the order of the bills. */
export const findBillImages = (db: Database, { incidentNumber, itn }: BillSelection, signal: AbortSignal) =>
  queryRows(
    db,
    billImageRow,
    sql`
    select b.client_code as client, b.itn, f.sha256, b.image_page_start as first, b.image_page_end as last
      from bill b
      join document_file f using (incident_number)
     where b.incident_number = ${incidentNumber}
       and ${itn === undefined ? sql`true` : sql`b.itn = ${itn}`}
       and b.image_page_end <= f.pages
     order by b.service_from, b.itn`,
    { signal },
  )

const incident = z.object({
  client: z.string(),
  incidentNumber: z.string(),
  patientName: z.string(),
  carrier: z.string(),
  policyNumber: z.string().nullable(),
  dateOfIncident: z.string(),
})

/** A bill image appended to the invoice. */
type InvoiceImage = { itn: string; first: number; last: number }

/** The data of a repricing invoice. */
export type InvoiceData = z.infer<typeof incident> & {
  company: string
  bills: Bill[]
  /** The incident's bills that have not been repriced yet, for an invoice of all bills. */
  unpriced: Bill[]
  images: InvoiceImage[]
}

/** Loads the data for an invoice of the selected bills; undefined if none of them is repriced. */
export async function findInvoiceData(
  db: Database,
  { incidentNumber, itn }: BillSelection,
  signal: AbortSignal,
): Promise<Omit<InvoiceData, 'company' | 'images'> | undefined> {
  const found = await queryRow(
    db,
    incident,
    sql`
    select i.client_code as client, i.incident_number as "incidentNumber",
           p.last_name || ', ' || p.first_name as "patientName",
           c.name as carrier, i.policy_number as "policyNumber", i.date_of_incident as "dateOfIncident"
      from incident i
      join patient p using (client_code, patient_code)
      join client_code c on c.code = i.client_code
     where i.incident_number = ${incidentNumber}`,
    { signal },
  )
  const all = await findBills(db, { incidentNumber }, signal)
  const selected = all.filter((bill) => itn === undefined || bill.itn === itn)
  const bills = selected.filter((bill) => bill.invoice)
  const unpriced = selected.filter((bill) => !bill.invoice)
  return found && bills.length > 0 ? { ...found, bills, unpriced } : undefined
}
