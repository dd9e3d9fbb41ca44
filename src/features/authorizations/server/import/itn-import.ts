import { z } from 'zod'
import { allBills } from '#billing/rules.ts'
import { incidentNumberLength } from '#cases/contract.ts'
import { lockClientsForShare } from '#clients/server/client-write-queries.ts'
import { dayMs, now } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import type { CsvTable } from '#platform/import/column-parsers.ts'
import * as cells from '#platform/import/column-parsers.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import { counts, type TableImport } from '#platform/import/import-rows.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import { storeDueTimes } from '../due-time.ts'
import { messages } from './import-messages.ts'

const { optional, text, day } = cells

/** The PDF's URL contains the ITN, so it must be safe in a URL. */
const itn = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

/** `receivedAt` must be between this date and one day from now. */
const earliestReceivedAt = '2000-01-01T00:00:00.000Z'
/** The largest offset of a time zone ahead of UTC. */
const maxZoneOffsetMs = 14 * 3_600_000

const file = (clock: () => Date): CsvTable => ({
  table: 'authorization_request',
  columns: {
    itn: ['itn', text(40)],
    client: ['client_code', text(20)],
    hmo: ['hmo', optional(text(150))],
    policy: ['policy_number', optional(text(60))],
    incidentNumber: ['incident_number', optional(cells.fixedLengthText(incidentNumberLength))],
    patientName: ['patient_name', text(300)],
    providerName: ['provider_name', text(300)],
    serviceFrom: ['service_from', day],
    serviceTo: ['service_to', day],
    totalCharge: ['total_charge', cells.amount],
    currency: ['currency', cells.currency],
    receivedAt: ['received_at', cells.timestamp],
  },
  check(row) {
    if (!itn.test(String(row.itn))) throw new RowRejectedError(messages.notItn('itn', String(row.itn)))
    if (row.itn === allBills) throw new RowRejectedError(general.reserved('itn', allBills))
    if (String(row.serviceTo) < String(row.serviceFrom))
      throw new RowRejectedError(general.reversed('serviceFrom', 'serviceTo'))
    checkReceivedAt(String(row.receivedAt), String(row.serviceTo), clock())
    row.totalCharge = cells.parseCurrencyAmount(String(row.currency), row.totalCharge ?? null, 'totalCharge')
  },
})

function checkReceivedAt(receivedAt: string, serviceTo: string, today: Date) {
  const last = new Date(+today + dayMs).toISOString()
  if (receivedAt < earliestReceivedAt || receivedAt > last)
    throw new RowRejectedError(
      messages.receivedOutOfRange('receivedAt', receivedAt, earliestReceivedAt, last),
    )
  const latestDay = dayInUtc(Date.parse(receivedAt) + maxZoneOffsetMs)
  if (serviceTo > latestDay)
    throw new RowRejectedError(messages.beforeService('serviceTo', serviceTo, receivedAt))
}

const columns = Object.values(file(now).columns).map(([column]) => column)

/** All columns but the ITN, to compare a row with the stored one. */
export const comparedItnColumns = (alias: string) =>
  sql.join(columns.filter((column) => column !== 'itn').map((column) => sql.ref(`${alias}.${column}`)))

/** A bill of the rows was added or changed between their check and their merge. */
export class BillsChangedError extends Error {
  override name = 'BillsChangedError'

  constructor() {
    super(messages.changedMeanwhile)
  }
}

/**
 * Selects the rows of `incoming`, each with its error, if any, and with the state of its bill that the check saw. An
 * approval or denial is final once it can no longer be undone; until then, an undo may make the bill pending again.
 */
const checked = sql`
    select i.*, known.round as known_round, known.is_pending as known_pending, case
             when c.code is null then array['no client', i.client_code]
             when not owner.client_auth then array['no authorizations', i.client_code]
             when known.client_code <> i.client_code or billed.client_code <> i.client_code
               then array['of another client', i.itn]
             when incident.client_code <> i.client_code
               then array['incident of another client', i.incident_number]
             when row_number() over (partition by i.itn order by i.line) > 1 then array['repeated', i.itn]
             when i.received_at < known.received_at then array['received later', i.itn]
             when decided.action is not null
                  and (${comparedItnColumns('i')}) is distinct from (${comparedItnColumns('known')})
                  and (decided.action in ('A', 'D') or i.received_at = known.received_at)
             then array[case when decided.action not in ('A', 'D') then 'decided'
                             when message.position is null and message.undo_until > clock_timestamp() then 'undoable'
                             else 'final' end, i.itn]
           end as fault
      from incoming i
      left join client_code c on c.code = i.client_code
      left join client owner on owner.id = c.client_id
      left join incident using (incident_number)
      left join authorization_request known on known.itn = i.itn
      left join authorization_decision decided on decided.itn = known.itn and decided.round = known.round
      left join decision_message message on message.itn = decided.itn and message.round = decided.round
      left join bill billed on billed.itn = i.itn`

/**
 * Imports pending bills. A known bill can change while it is pending. It can also be resubmitted with a later
 * `receivedAt`, unless it was approved or denied, which is final. Both open the next round, so that users do not
 * decide on outdated data. Only a resubmitted bill loses its assignee: a corrected one is still the same work.
 */
export const createItnImport = (clock: () => Date): TableImport => ({
  kind: 'itns',
  file: file(clock),
  // Keeps clients from changing their rules, and prevents decisions on these bills, during the check.
  async lockRows(db) {
    await lockClientsForShare(db)
    await execute(
      db,
      sql`
      select from authorization_request
       where itn in (select itn from incoming)
       order by itn
         for no key update`,
    )
  },
  checked,
  faults: messages.itnErrors,
  async merge(db) {
    const all = sql.join(columns.map((column) => sql.ref(column)))
    // Without the key, which would lock the bill against leases.
    const changes = columns
      .filter((column) => column !== 'itn')
      .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
    const merged = await queryRow(
      db,
      counts,
      sql`
      with written as (
        insert into authorization_request as known (${all}, round, is_pending)
        select ${all}, coalesce(known_round + 1, 1), coalesce(known_pending, true) from checked where fault is null
            on conflict (itn) do update
           set ${sql.join(changes)}, round = excluded.round, is_pending = true,
               assignee_id = case when excluded.received_at = known.received_at then known.assignee_id end,
               changed_at = case when excluded.received_at = known.received_at then ${now()}::timestamptz end
         where (${comparedItnColumns('excluded')}) is distinct from (${comparedItnColumns('known')})
           and excluded.round = known.round + 1 and excluded.is_pending = known.is_pending
        returning xmax = 0 as is_new
      )
      select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`,
    )
    if (await queryRow(db, z.object({}), unwritten)) throw new BillsChangedError()
    await storeDueTimes(db, sql`r.is_pending and r.itn in (select itn from checked where fault is null)`)
    return merged ?? { added: 0, changed: 0 }
  },
  async findWarnings(db) {
    const { count = 0, some = [] } = (await queryRow(db, unknownIncidentsRow, unknownIncidents)) ?? {}
    return { rows: count, lines: count > 0 ? [messages.unknownIncidents(count, some)] : [] }
  },
})

/** The lock on known bills does not keep a request from adding a new one, perhaps of a client outside the scope. */
const unwritten = sql`
  select from checked c
    left join authorization_request r on r.itn = c.itn
   where c.fault is null and (${comparedItnColumns('c')}) is distinct from (${comparedItnColumns('r')})
   limit 1`

/** Imports pending bills, and checks `receivedAt` against the current time. */
export const itnImport = createItnImport(now)

const unknownIncidentsRow = z.object({ count: z.number(), some: z.array(z.string()) })
const unknownIncidents = sql`
  select count(*) as count,
         coalesce((array_agg(distinct c.incident_number order by c.incident_number))[1:5], '{}') as some
    from checked c
    left join incident i on i.incident_number = c.incident_number
   where c.fault is null and c.incident_number is not null and i.incident_number is null`
