import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { csvFile } from '#platform/import/csv-file.ts'
import { importRows, type TableImport } from '#platform/import/import-rows.ts'
import { rejectsFile } from '#platform/import/rejects.ts'

type PendingBill = {
  itn: string
  client: string
  patientName?: string
  providerName?: string
  incidentNumber?: string
  policyNumber?: string
  totalCharge?: string
  currency?: string
  receivedAt?: string
  round?: number
}

/** Inserts pending bills directly into the database, without an import. */
export const addPendingBills = (owner: Database, bills: readonly PendingBill[]) =>
  withEveryClient(owner, async (db) => {
    for (const bill of bills) {
      const { itn, client, patientName = 'Sampleton, Ada', providerName = 'Mercy Hospital' } = bill
      const { incidentNumber = null, policyNumber = null, totalCharge = '1250.50', currency = 'USD' } = bill
      const { receivedAt = '2026-03-10T12:00:00Z', round = 1 } = bill
      await execute(
        db,
        sql`
        insert into authorization_request (itn, client_code, incident_number, policy_number, patient_name,
                                           provider_name, service_from, service_to, currency, total_charge,
                                           received_at, round)
        values (${itn}, ${client}, ${incidentNumber}, ${policyNumber}, ${patientName}, ${providerName},
                '2026-03-04', '2026-03-09', ${currency}, ${totalCharge}, ${receivedAt}, ${round})`,
      )
    }
  })

/** Runs `work` in a transaction of the owner that sees the rows of every client. */
export const withEveryClient = <Result>(owner: Database, work: (db: Database) => Promise<Result>) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    return work(db)
  })

/** Ends the time in which the decision on a bill can be undone. The database's clock decides, so the row is moved. */
export const endUndoTime = (owner: Database, itn: string) =>
  withEveryClient(owner, (db) =>
    execute(db, sql`update decision_message set undo_until = clock_timestamp() where itn = ${itn}`),
  )

/**
 * Imports a text as a file, as the command does. Returns the lines of the rejects file, without its header,
 * as `rejects`, and the output as `said`.
 */
export async function importText(databaseContext: DatabaseContext, kind: TableImport, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'authorizations-'))
  try {
    const path = join(folder, 'file.csv')
    await writeFile(path, text)
    const source = await csvFile(path)
    const rejects = await rejectsFile(`${path}.rejects.csv`, source.header)
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const result = await importRows(databaseContext, kind, { source, actor: 'test', rejects, say })
    const rejected = await readFile(`${path}.rejects.csv`, 'utf8').catch(() => '')
    return { ...result, said, rejects: rejected.split('\r\n').slice(1, -1) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
