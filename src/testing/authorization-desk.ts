import { type Database, execute, inTransaction, sql } from '#platform/server/database.ts'

type PendingBill = {
  itn: string
  client: string
  patientName?: string
  providerName?: string
  incidentNumber?: string
  totalCharge?: string
  currency?: string
  receivedAt?: string
  round?: number
}

/** Puts bills that wait for a decision into the database as they are, past the import. */
export const addPendingBills = (owner: Database, bills: readonly PendingBill[]) =>
  inTransaction(owner, async (db) => {
    const codes = [...new Set(bills.map(({ client }) => client))]
    await execute(db, sql`select set_config('portal.client_codes', ${codes.join(',')}, true)`)
    for (const bill of bills) {
      const { itn, client, patientName = 'Sampleton, Ada', providerName = 'Mercy Hospital' } = bill
      const { incidentNumber = null, totalCharge = '1250.50', currency = 'USD' } = bill
      const { receivedAt = '2026-03-10T12:00:00Z', round = 1 } = bill
      await execute(
        db,
        sql`
        insert into authorization_request (itn, client_code, incident_number, patient_name, provider_name,
                                           service_from, service_to, currency, total_charge, received_at, round)
        values (${itn}, ${client}, ${incidentNumber}, ${patientName}, ${providerName}, '2026-03-04', '2026-03-09',
                ${currency}, ${totalCharge}, ${receivedAt}, ${round})`,
      )
    }
  })
