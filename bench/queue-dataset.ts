import { itnImport } from '#authorizations/server/import/itn-import.ts'
import { createItn, listIncidents } from '#authorizations/server/seed/authorizations-seed.ts'
import { decidingClient } from '#authorizations/server/seed/decisions-seed.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { execute, inTransaction, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import { importRows } from '#platform/import/import-rows.ts'
import { noRejects } from '#platform/import/rejects.ts'
import { daysBefore } from '#seed/fictional-data.ts'
import { createRandom } from '#seed/seeded-random.ts'

const dayMs = 86_400_000
/** Bills of the queue were received during these days. */
const queueDays = 30
/** Longer than any stay, which begins on the day of the incident. */
const maxStayDays = 10

/** Adds pending bills of alpine to the demo data, with its incidents. Returns their ITNs. */
export async function addPendingBills(databaseContext: DatabaseContext, prefix: string, count: number) {
  const random = createRandom(prefix)
  const date = new Date().toISOString().slice(0, 10)
  const firstDay = daysBefore(date, queueDays + maxStayDays)
  const incidents = (await listIncidents(databaseContext)).filter(
    ({ client, day }) => client.startsWith('ALP') && day < firstDay,
  )
  const rows = Array.from({ length: count }, (_, at) => {
    const [incident = incidents[0]] = incidents.slice(at % incidents.length)
    if (!incident) throw new Error('The demo data has no incidents of alpine.')
    const receivedAt = new Date(Date.now() - ((at + 1) / count) * queueDays * dayMs).toISOString()
    return { ...createItn({ random, date, number: at, incident }), itn: `${prefix}-${at}`, receivedAt }
  })
  const source = inMemoryCsv(`${prefix}.csv`, rows)
  await importRows(databaseContext, itnImport, { source, actor: 'benchmark', rejects: noRejects })
  return rows.map(({ itn }) => itn)
}

/** Adds decisions of a year that were released to the back office, by all users. */
export const addDecisions = ({ owner }: DatabaseContext, count: number) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    await execute(
      db,
      sql`
      insert into authorization_request (itn, client_code, hmo, policy_number, incident_number, patient_name,
                                         provider_name, service_from, service_to, currency, total_charge, received_at,
                                         due_at, is_pending)
      select 'DECIDED-' || n, i.client_code, 'Harbor HMO', i.policy_number, i.incident_number,
             p.last_name || ', ' || p.first_name, 'Mercy ' || n % 40 || ' Hospital', received_on::date - 3, received_on::date - 1,
             'USD', n % 5000 + 0.50, received_on, received_on + interval '1 day', false
        from generate_series(1, ${count}::int) as n
       cross join lateral (select now() - interval '3 days' - n * interval '362 days' / ${count}) as at (received_on)
        join (select *, row_number() over (order by incident_number) - 1 as place, count(*) over () as places
                from incident
               where client_code in (select code from client_code where client_id = ${decidingClient})) as i
          on i.place = n % i.places
        join patient p using (client_code, patient_code)`,
    )
    await execute(
      db,
      sql`
      insert into authorization_decision (itn, round, client_code, action, currency, total_charge,
                                          patient_responsibility, maximum_covered, reason_code, reason, comment,
                                          decided_by, decided_by_name, decided_at, received_at, due_at, patient_name,
                                          provider_name, policy_number, incident_number, service_from, service_to)
      select itn, round, client_code, action, currency, total_charge,
             case when action = 'A' then 0 end, case when action = 'A' then total_charge end,
             case when action in ('D', 'I') then '0188' end, case when action in ('D', 'I') then 'Not covered' end,
             case when action = 'O' then 'Ask the hospital for a discount.' end,
             u.id, u.name, received_at + n % 60 * interval '1 hour', received_at, due_at, patient_name,
             provider_name, policy_number, incident_number, service_from, service_to
        from (select *, substr('AAADIO', 1 + n % 6, 1) as action
                from (select *, split_part(itn, '-', 2)::int as n
                        from authorization_request
                       where itn like 'DECIDED-%') as numbered) as r
        join (select id, coalesce(name, subject) as name, row_number() over (order by id) - 1 as place,
                     count(*) over () as places
                from staff_user) as u
          on u.place = r.n % u.places`,
    )
    await execute(
      db,
      sql`
      insert into decision_message (itn, round, client_code, client_id, made_at, undo_until, position, sent_at)
      select d.itn, d.round, d.client_code, k.client_id, d.decided_at, d.decided_at, nextval('decision_message_position'),
             d.decided_at
        from authorization_decision d
        join client_code k on k.code = d.client_code
       where itn like 'DECIDED-%'`,
    )
    await execute(db, sql`analyze authorization_request, authorization_decision, decision_message`)
  })
