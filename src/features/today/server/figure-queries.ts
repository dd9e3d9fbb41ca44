import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { minutesSince } from '#platform/contract/time.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { type Figures, type Savings, savings } from '../contract.ts'
import { listMonths, savingsMonths } from '../rules.ts'

const weeks = 8

type Signal = AbortSignal | undefined

const pendingRow = z.object({
  pending: z.int(),
  oldest: z.date().nullable(),
  /** How many were pending at the end of each earlier week, oldest first. */
  before: z.array(z.int()),
})

/**
 * Counts the pending authorizations now and at the end of each earlier week, and finds the oldest wait. The past
 * counts include those that were decided since. Only the last round of an authorization has a stored date.
 */
export async function findPending(db: Database, signal: Signal): Promise<NonNullable<Figures['pending']>> {
  const time = now()
  const row = await queryRow(
    db,
    pendingRow,
    sql`
    with waited as materialized (
           select received_at, null::timestamptz as decided_at from authorization_request where is_pending
            union all
           select r.received_at, d.decided_at
             from authorization_decision d
             join authorization_request r using (itn, round)
            where d.decided_at > ${time}::timestamptz - make_interval(weeks => ${weeks - 1}) and not r.is_pending)
    select (select count(*)::int from waited where decided_at is null) as pending,
           (select min(received_at) from waited where decided_at is null) as oldest,
           (select array_agg(counted order by ago desc)
              from (select ago, (select count(*)::int
                                   from waited
                                  where received_at <= past and (decided_at is null or decided_at > past)) as counted
                      from generate_series(1, ${weeks - 1}) as ago,
                           lateral (select ${time}::timestamptz - make_interval(weeks => ago)) as point (past)
                    offset 0) as week) as before`,
    { signal },
  )
  const { pending = 0, oldest = null, before = [] } = row ?? {}
  return { history: [...before, pending], oldestMinutes: oldest && minutesSince(oldest) }
}

const clientRow = z.object({ id: z.string(), pending: z.int(), oldest: z.date() })

/** Counts the pending authorizations of each client in scope that has any, and finds the oldest receipt. */
export const countPendingByClient = (db: Database, signal: Signal) =>
  queryRows(
    db,
    clientRow,
    sql`
    select c.client_id as id, count(*)::int as pending, min(r.received_at) as oldest
      from authorization_request r
      join client_code c on c.code = r.client_code
     where r.is_pending
     group by c.client_id`,
    { signal },
  )

/** Counts the cases that others opened in an emergency and nobody has reviewed. */
export async function countUnreviewed(
  db: Database,
  { userId, clientId }: { userId: string; clientId: string },
  signal: Signal,
): Promise<number> {
  const row = await queryRow(
    db,
    z.object({ count: z.int() }),
    sql`
    select count(*)::int as count from emergency_access
     where reviewed_at is null and user_id <> ${userId} and client_id = ${clientId}`,
    { signal },
  )
  return row?.count ?? 0
}

const weekRow = z.object({ ago: z.int(), counted: z.int() })

/** The tables with a date to count by. */
const datedRows = {
  incident: sql`select enter_date as day from incident`,
  bill: sql`select processed_on as day from bill`,
}

/** Counts incidents entered or bills processed in each of the weeks of seven days that end today, oldest first. */
export async function countByWeek(
  db: Database,
  table: keyof typeof datedRows,
  today: string,
  signal: Signal,
): Promise<number[]> {
  const rows = await queryRows(
    db,
    weekRow,
    sql`
    select (${today}::date - day) / 7 as ago, count(*)::int as counted
      from (${datedRows[table]}) as dated
     where day between ${today}::date - ${7 * weeks - 1}::int and ${today}::date
     group by 1`,
    { signal },
  )
  const byWeek = new Map(rows.map(({ ago, counted }) => [ago, counted]))
  return Array.from({ length: weeks }, (_, at) => byWeek.get(weeks - 1 - at) ?? 0)
}

const savingsRow = savings.omit({ months: true }).extend({ months: z.record(z.string(), z.string()) })

/**
 * Sums the bills processed in the current month and the five before it, by currency, most bills first. The charges
 * count all bills; the savings count those that are repriced.
 */
export async function findSavings(db: Database, today: string, signal: Signal): Promise<Savings[]> {
  const months = listMonths(today, savingsMonths)
  const [first = today] = months
  const [previous = today] = listMonths(today, 2 * savingsMonths)
  const rows = await queryRows(
    db,
    savingsRow,
    sql`
    with monthly as materialized (
           select currency, date_trunc('month', processed_on::timestamp)::date as month, count(*) as bills,
                  sum(total_charges) as charges, coalesce(sum(total_charges - repriced_amount), 0) as saved
             from bill
            where processed_on between ${previous}::date and ${today}::date
            group by 1, 2)
    select currency,
           sum(charges) filter (where month >= ${first}::date) as charges,
           sum(saved) filter (where month >= ${first}::date) as saved,
           round(100 * sum(saved) filter (where month >= ${first}::date)
             / nullif(sum(charges) filter (where month >= ${first}::date), 0), 1) as "savedPercent",
           round(100 * sum(saved) filter (where month < ${first}::date)
             / nullif(sum(charges) filter (where month < ${first}::date), 0), 1) as "previousPercent",
           json_object_agg(month, saved::text) as months
      from monthly
     group by currency
    having bool_or(month >= ${first}::date)
     order by sum(bills) filter (where month >= ${first}::date) desc, currency`,
    { signal },
  )
  return rows.map((row) => ({
    ...row,
    months: months.map((month) => ({ month, saved: row.months[month] ?? '0' })),
  }))
}
