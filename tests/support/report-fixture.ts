import { randomUUID } from 'node:crypto'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, sql } from '#platform/db/database.ts'

type Run = {
  userId: string
  clientId: string
  codes: readonly string[]
  name?: string
  code?: string
  state?: string
  rows?: number
  attempt?: number
  heardAt?: Date
  /** When the run was requested and, if it has ended, when it ended. */
  at?: Date
  /** The parts of the PDF of a finished run. */
  pdf?: Uint8Array | readonly Uint8Array[]
}

/** Inserts a report run directly into the database. Returns its id. */
export const addRun = (owner: Database, run: Run): Promise<string> =>
  inTransaction(owner, async (db) => {
    const { userId, clientId, name = 'Bill Detail', code = 'BILLDETAIL', rows = 20_000, pdf } = run
    const { state = pdf ? 'done' : 'waiting', attempt = 0, heardAt = null, at = now() } = run
    const codes = [...run.codes]
    const endedAt = ['waiting', 'running'].includes(state) ? null : at
    const id = randomUUID()
    await execute(
      db,
      sql`
      insert into report_run (id, user_id, client_id, client_codes, report_code, name, first_day, last_day, state, rows,
                              attempt, heard_at, ordered_at, ended_at)
      values (${id}, ${userId}, ${clientId}, ${codes}, ${code}, ${name}, '2026-01-01', '2026-06-30', ${state}, ${rows},
              ${attempt}, ${heardAt}, ${at}, ${endedAt})`,
    )
    if (!pdf) return id
    await execute(db, sql`select set_config('portal.client_codes', ${codes.join(',')}, true)`)
    for (const [position, part] of (pdf instanceof Uint8Array ? [pdf] : pdf).entries())
      await execute(
        db,
        sql`insert into report_part values (${id}, ${position}, ${codes}, ${Buffer.from(part)})`,
      )
    return id
  })

/** Gives a client every report. */
export async function grantReports({ insert }: Granting, client_id: string) {
  const reports = [
    ['SAVINGS', 'Savings Summary', true],
    ['BILLDETAIL', 'Bill Detail', true],
    ['ACTIVITY', 'Case Activity', true],
    ['AUTHAGING', 'Pending Authorization Aging', false],
  ]
  for (const [position, [code, name, multi_client]] of reports.entries())
    await insert('client_report', { client_id, code, name, multi_client, position })
}
type Granting = { insert: (table: string, row: Record<string, unknown>) => Promise<unknown> }

/** Inserts bills of one incident, all processed on the same day. */
export const addBills = (owner: Database, client: string, incident: string, count: number) =>
  inTransaction(owner, async (db) => {
    await execute(db, sql`select set_config('portal.client_codes', ${client}, true)`)
    await execute(
      db,
      sql`
      insert into bill (itn, client_code, incident_number, provider_name, service_from, service_to, currency,
                        total_charges, repriced_amount, processed_on, payment_status)
      select 'MANY' || n, ${client}, ${incident}, 'Clinic', '2026-01-02', '2026-01-02', 'USD', 2, 1, '2026-01-15', 'Paid'
        from generate_series(1, ${count}::integer) as n`,
    )
  })

/** Inserts rows of a client's cases directly, without an import. */
export const addRows = (owner: Database, table: string, client_code: string, rows: readonly object[]) =>
  inTransaction(owner, async (db) => {
    await execute(db, sql`select set_config('portal.client_codes', ${client_code}, true)`)
    const named = rows.map((row) => ({ ...row, client_code }))
    const columns = sql.join([...new Set(named.flatMap(Object.keys))].map((column) => sql.ref(column)))
    await execute(
      db,
      sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::json)`,
    )
  })

/** A second case, with a patient of client code ACME2. */
export const secondCase = {
  'patients.csv': 'patientCode,client,lastName,firstName,dateOfBirth\nP9,ACME2,Probst,Max,1990-01-01\n',
  'policies.csv': 'policyNumber,patientCode,effectiveDate\nPOL-9,P9,2024-01-01\n',
  'incidents.csv':
    'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n24000000029,P9,POL-9,2024-03-01,Slipped,2024-03-02,\n',
}
