import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, type Sql, sql } from '#platform/db/database.ts'
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

/** Makes a person propose an approval of nothing for a bill. */
export const proposeApproval = (
  owner: Database,
  { itn, userId, name }: Record<'itn' | 'userId' | 'name', string>,
) =>
  withEveryClient(owner, (db) =>
    execute(
      db,
      sql`
      update authorization_request
         set proposed_round = round, proposed_by = ${userId}, proposed_by_name = ${name}, proposed_at = now(),
             proposed_patient_responsibility = 0, proposed_maximum_covered = 0
       where itn = ${itn}`,
    ),
  )

const billState = z.object({
  decisions: z.array(z.object({ action: z.string(), by: z.string(), first: z.string().nullable() })),
  messages: z.number(),
  isPending: z.boolean(),
  proposedBy: z.string().nullable(),
})

/** Reads what was decided or proposed on a bill, and how many messages to the back office it has. */
export const readBillState = (owner: Database, itn: string) =>
  withEveryClient(owner, (db) =>
    queryRow(
      db,
      billState,
      sql`
      select coalesce((select json_agg(json_build_object('action', action, 'by', decided_by_name,
                                                         'first', first_approved_by_name))
                         from authorization_decision where itn = r.itn), '[]') as decisions,
             (select count(*)::int from decision_message where itn = r.itn) as messages,
             is_pending as "isPending", proposed_by_name as "proposedBy"
        from authorization_request r
       where itn = ${itn}`,
    ),
  )

/** Ends the time in which the decision on a bill can be undone. The database's clock decides, so the row is moved. */
export const endUndoTime = (owner: Database, itn: string) =>
  withEveryClient(owner, (db) =>
    execute(db, sql`update decision_message set undo_until = clock_timestamp() where itn = ${itn}`),
  )

/** Moves the decision on a bill to another time. The trigger that prevents this is off during the change. */
export const moveDecision = (owner: Database, itn: string, to: Sql | string) =>
  withEveryClient(owner, async (db) => {
    const trigger = sql`trigger authorization_decision_is_append_only`
    await execute(db, sql`alter table authorization_decision disable ${trigger}`)
    await execute(db, sql`update authorization_decision set decided_at = ${to} where itn = ${itn}`)
    await execute(db, sql`alter table authorization_decision enable ${trigger}`)
  })

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
    const onStatus = (line: string) => void said.push(line)
    const result = await importRows(databaseContext, kind, { source, actor: 'test', rejects, onStatus })
    const rejected = await readFile(`${path}.rejects.csv`, 'utf8').catch(() => '')
    return { ...result, said, rejects: rejected.split('\r\n').slice(1, -1) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
