import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, queryRow, queryRows, type Sql, scopedCodes, sql } from '#platform/db/database.ts'
import { formatSqlInstant, formatSqlMoney } from '#platform/db/sql-format.ts'
import { staffName } from '#platform/db/staff-name.ts'
import type { listDeciders } from '#sign-in/server/staff-principal-query.ts'
import { type PendingAuthorization, pendingAuthorization } from '../contract.ts'
import { amountLimits } from './decision-queries.ts'
import { changedSinceCondition, type Version } from './queue-version.ts'

/** The maximum number of pending authorizations in a response. */
export const maxPending = 10_000

/** The whole minutes from one instant to another, as `minutesBetween` in `time.ts` counts them. */
const minutesBetween = (from: Sql, to: Sql) => sql`floor(date_part('epoch', ${to} - ${from}) / 60)::int`

/** The fields that depend only on a bill `r` that is not pending and therefore has no stored copy. */
const computedFields = sql`
  bill_fields(
    r.itn, r.round, r.client_code, r.hmo, r.policy_number, r.incident_number, r.comments, r.patient_name,
    r.provider_name, r.service_from, r.service_to, r.total_charge, r.currency, r.received_at, r.due_at)`

type BillsQuery = { userId?: string; deciders?: Deciders }

/**
 * Bills `r` with the fields of the contract as two JSON objects: those that depend only on the bill, which the generated
 * column `pending_fields` stores with a pending bill, and all others. `userId` is the person who reads them, and `deciders`
 * are the people whom the bills can be assigned to; without them, any assignee counts. The portal joins the two, because
 * PostgreSQL cuts long texts slowly.
 */
const billsQuery = ({ userId, deciders }: BillsQuery = {}) => sql`
  select r.itn, r.client_code as client, coalesce(r.pending_fields, ${computedFields}) as own,
         row_to_json(read)::text as others
    from authorization_request r
   cross join (select ${now()}::timestamptz as time) as clock
    join client_code c on c.code = r.client_code
    left join staff_user u on u.id = r.assignee_id
    left join lateral (
         select i.row_key
           from incident i
          where i.incident_number = r.incident_number and i.client_code = r.client_code
          limit 1) as found_case on true
   cross join lateral (
         select c.name as carrier,
                ${lookups},
                ${formatSqlMoney(sql`r.total_charge`, sql`r.currency`)} as "totalChargeFormatted",
                greatest(0, ${minutesBetween(sql`r.received_at`, sql`clock.time`)}) as "waitingMinutes",
                ${minutesBetween(sql`clock.time`, sql`r.due_at`)} as "dueInMinutes",
                case when ${deciderCondition(deciders)} then
                  json_build_object('id', u.id, 'name', ${staffName},
                                    'isMe', u.id is not distinct from ${userId ?? null}::uuid)
                end as assignee,
                case when not ${deciderCondition(deciders)} then ${staffName} end as "formerAssignee",
                case when r.proposed_round = r.round then
                  json_build_object('by', r.proposed_by_name,
                                    'isMine', r.proposed_by is not distinct from ${userId ?? null}::uuid,
                                    'at', ${formatSqlInstant(sql`r.proposed_at`)},
                                    'patientResponsibility', r.proposed_patient_responsibility::text,
                                    'maximumCovered', r.proposed_maximum_covered::text)
                end as proposal) as read`

/** The people who may decide, with the codes of the bills that they can see. */
type Deciders = Awaited<ReturnType<typeof listDeciders>>

/** Whether the assignee `u` of a bill `r` may decide it; null without an assignee. */
const deciderCondition = (deciders: Deciders | undefined) => {
  const pairs = deciders?.flatMap(({ id, codes }) => codes.map((code) => `${id} ${code}`))
  return pairs ? sql`(u.id || ' ' || r.client_code = any(${pairs}))` : sql`nullif(u.id is not null, false)`
}

/**
 * Cases and images are looked up per row: after an import, outdated statistics would mislead the planner's joins. A case
 * that has several bills is looked up once.
 */
const lookups = sql`
         found_case.row_key as "caseHash",
         exists (select
                   from bill b
                   join document_file f on f.incident_number = b.incident_number and b.image_page_end <= f.pages
                  where b.itn = r.itn and b.incident_number = r.incident_number
                    and b.client_code = r.client_code) as "billImage",
         exists (select from authorization_intake i where i.itn = r.itn and i.round = r.round) as "submittedPdf"`

/** A bill or decision of a list. */
export const listedRow = z.object({
  itn: z.string(),
  client: z.string(),
  /** The row as a JSON object, in the form of the contract. */
  json: z.string(),
})

/** A bill whose two JSON objects become one. */
const billRow = listedRow
  .omit({ json: true })
  .extend({ own: z.string(), others: z.string() })
  .transform(({ own, others, ...row }) => ({ ...row, json: `${own.slice(0, -1)},${others.slice(1)}` }))

const queueState = z.object({
  /** The number of pending bills, at most one more than the response limit. */
  pendingCount: z.number(),
  /** The ITNs of bills that are no longer pending; null for a whole list. */
  removed: z.array(z.string()).nullable(),
  /** The snapshot of the database in which the bills are read. */
  snapshot: z.string(),
  secondPersonAbove: z.record(z.string(), amountLimits),
})

type PendingQuery = BillsQuery & { since?: Version | undefined; signal?: AbortSignal }

/**
 * Lists pending authorizations by time left, then those without a due time, longest wait first, at most as many as the
 * response limit; since a version, only those that have changed. Call it in a transaction that sees one moment. Each bill
 * is a row, so that the portal receives the first ones while the database still works on the others.
 */
export async function findPendingAuthorizations(
  db: Database,
  { since, signal, ...people }: PendingQuery = {},
) {
  // The trigger `authorization_request_notes_change` writes `changed_in`.
  const changedCondition = since && changedSinceCondition(sql`r.changed_in`, since)
  const state = await queryRow(
    db,
    queueState,
    sql`
    select (select count(*)::int
              from (select from authorization_request where is_pending limit ${maxPending + 1}) as counted) as "pendingCount",
           ${changedCondition ? sql`array(select itn from authorization_request r where not is_pending and ${changedCondition})` : sql`null::text[]`} as removed,
           pg_current_snapshot()::text as snapshot,
           (select coalesce(jsonb_object_agg(k.code, c.second_person_above), '{}')
              from client_code k
              join client c on c.id = k.client_id
             where k.code = any(${scopedCodes}) and c.second_person_above is not null) as "secondPersonAbove"`,
    { signal },
  )
  if (!state) throw new Error('The query for the state of the queue returned no row.')
  const bills = await queryRows(
    db,
    billRow,
    sql`
    ${billsQuery(people)}
     where r.is_pending ${changedCondition ? sql`and ${changedCondition}` : sql``}
     order by r.due_at, r.received_at, r.itn
     limit ${maxPending}`,
    { signal },
  )
  return { ...state, bills }
}

/** Finds the bill with an ITN, decided or not. */
export async function findBill(db: Database, itn: string): Promise<PendingAuthorization | undefined> {
  const found = await queryRow(db, billRow, sql`${billsQuery()} where r.itn = ${itn}`)
  return found && pendingAuthorization.parse(JSON.parse(found.json))
}
