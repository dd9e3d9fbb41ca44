import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/server/database.ts'
import type { Bill } from '../contract.ts'
import { type BillSelection, findBills } from './bill-queries.ts'

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
