import { z } from 'zod'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type BillGroup, billGroup } from '../../view-contract.ts'
import { groupColumns, maxListed, optionalGroups, rankedGroups } from '../bill-groups.ts'
import { totalsQuery } from '../bill-sections.ts'
import { addGroupSums, addParts, billSums, groupSums, processedWithin, selectParts } from '../bill-sums.ts'
import type { Period } from '../report-definition.ts'
import { chooseUnit } from '../time-buckets.ts'

const groupBy = z.enum(['period', 'client', ...billGroup.options])
type GroupBy = z.infer<typeof groupBy>
const savingsGroup = groupSums.extend({
  by: groupBy,
  /** The value of the group; null if bills have none, or if the row combines the values that are not listed. */
  key: z.string().nullable(),
  isOthers: z.boolean(),
})
export type SavingsGroup = z.infer<typeof savingsGroup>

/** The figures of the Savings Summary: sums by currency, in total and by group. */
export type SavingsData = NonNullable<Awaited<ReturnType<typeof findSavingsData>>>

/** Loads the figures of the Savings Summary; undefined if no bill was processed in the period. */
export async function findSavingsData(scoped: Database, period: Period, signal: AbortSignal) {
  const totals = await queryRows(scoped, total, totalsQuery(period, { byStatus, byCurrency }), { signal })
  const first = totals.map((each) => each.first).toSorted()[0]
  const last = totals
    .map((each) => each.last)
    .toSorted()
    .at(-1)
  if (!first || !last) return undefined
  const unit = chooseUnit(first, last, ['month', 'quarter', 'year'])
  const stated = optionalGroups.filter((group) => totals.some((each) => each.stated.includes(group)))
  const groups: readonly BillGroup[] = ['provider', 'status', ...stated]
  const columns: [GroupBy, Sql][] = [
    ['period', sql`date_trunc(${unit}::text, b.processed_on::timestamp)::date`],
    ['client', sql`b.client_code`],
    ...groups.map((each): [GroupBy, Sql] => [each, groupColumns[each]]),
  ]
  const rows = await queryRows(scoped, savingsGroup, groupsQuery(period, columns), { signal })
  return {
    unit,
    span: { first, last },
    groups,
    rows,
    totals,
    hasReceipt: totals.some((each) => each.hasReceipt),
    clients: await queryRows(scoped, client, clientsQuery(rows), { signal }),
  }
}

/** The totals of a currency, the days of its first and last bill, and what any of its bills states. */
const total = billSums.extend({
  first: z.string(),
  last: z.string(),
  hasReceipt: z.boolean(),
  stated: z.array(z.enum(optionalGroups)),
})

const byStatus = sql`
  min(b.processed_on) as first, max(b.processed_on) as last, count(b.received_on) > 0 as "hasReceipt",
  ${sql.join(optionalGroups.map((group) => sql`count(${groupColumns[group]}) > 0 as ${sql.ref(group)}`))}`
const byCurrency = sql`
  min(l.first) as first, max(l.last) as last, bool_or(l."hasReceipt") as "hasReceipt",
  array_remove(array[${sql.join(
    optionalGroups.map((group) => sql`case when bool_or(l.${sql.ref(group)}) then ${group}::text end`),
  )}], null) as stated`

/** The columns that are summed together first. They have few values, so there are few groups to sum by each column. */
const summedTogether: readonly (readonly GroupBy[])[] = [
  ['period', 'client', 'status'],
  ['network', 'type', 'group'],
  ['provider'],
  ['place'],
]

/**
 * Sums the bills by currency and each column, in one pass. Values with smaller savings than those listed are combined.
 */
function groupsQuery(period: Period, columns: readonly [GroupBy, Sql][]): Sql {
  const names = columns.map(([by]) => by)
  const sets = summedTogether.map((set) => set.filter((by) => names.includes(by))).filter(([by]) => by)
  const inSetCondition = ([by]: readonly GroupBy[]) => sql`grouping(b.${sql.ref(by ?? '')}) = 0`
  return sql`
  with counted as (
    select case ${sql.join(
      sets.map((set, at) => sql`when ${inSetCondition(set)} then ${at}::integer`),
      sql` `,
    )} end as set,
           b.currency, ${sql.join(names.map((by) => sql`b.${sql.ref(by)}`))}, ${selectParts}
      from (select b.currency, b.total_charges, b.repriced_amount,
                   ${sql.join(columns.map(([by, column]) => sql`${column} as ${sql.ref(by)}`))}
              from bill b
             where ${processedWithin(period)}) as b
     group by grouping sets (${sql.join(sets.map((set) => sql`(b.currency, ${sql.join(set.map((by) => sql`b.${sql.ref(by)}`))})`))})
  ), summed as (
    ${sql.join(
      sets.flatMap((set, at) => set.map((by) => addColumn(by, at))),
      sql` union all `,
    )}
  ), ranked as (
    select s.*, row_number() over (partition by s.by, s.currency, s.key is null
                                   order by s.charges - s.unpriced - s.repriced desc, s.key) as rank
      from summed s
  ), listed as (
    select r.*, r.key is not null and r.rank > ${maxListed} and r.by = any(${[...rankedGroups]}::text[]) as others
      from ranked r
  )
  select l.by, case when not l.others then l.key end as key, l.others as "isOthers", l.currency, ${addGroupSums}
    from listed l
   group by 1, 2, 3, l.currency
   order by l.currency, l.others, 2 is null, min(l.rank), 2`
}

/** Adds the groups of a set by one of its columns. */
const addColumn = (by: GroupBy, set: number) => sql`
  select ${by}::text as by, l.${sql.ref(by)}::text as key, l.currency, ${addParts}
    from counted l
   where l.set = ${set}
   group by l.currency, l.${sql.ref(by)}`

const client = z.object({ code: z.string(), name: z.string() })

/** Selects the clients of the rows, in their order. */
const clientsQuery = (rows: readonly SavingsGroup[]) => sql`
  select code, name || ' (' || code || ')' as name
    from client_code
   where code = any(${rows.flatMap(({ by, key }) => (by === 'client' && key !== null ? [key] : []))}::text[])
   order by position, code`

const turnaround = z.object({ items: z.number(), median: z.number(), slow: z.number(), within: z.string() })
export type Turnaround = z.infer<typeof turnaround>

/** How many days a bill should take, for the share of those that took no longer. */
export const goalDays = 10

const measureDays = sql`
  count(*) as items, percentile_disc(0.5) within group (order by days) as median,
  percentile_disc(0.9) within group (order by days) as slow,
  round(100.0 * count(*) filter (where days <= ${goalDays}) / count(*), 1) as within`

/** Measures how many days bills took from receipt to processing; undefined if no receipt is stated. */
export const findBillTurnaround = (scoped: Database, period: Period, signal: AbortSignal) =>
  queryRow(
    scoped,
    turnaround,
    sql`
    select ${measureDays}
      from (select b.processed_on - b.received_on as days
              from bill b
             where ${processedWithin(period)} and b.received_on is not null) as taken
    having count(*) > 0`,
    { signal },
  )

/**
 * Measures how many whole days authorizations decided in the period had waited; undefined if none was, or if the
 * client has no authorizations.
 */
export const findDecisionTurnaround = (scoped: Database, period: Period, signal: AbortSignal) =>
  queryRow(
    scoped,
    turnaround,
    sql`
    select ${measureDays}
      from (select floor(extract(epoch from d.decided_at - d.received_at) / 86400)::integer as days
              from authorization_decision d
             where d.received_at is not null
               and d.decided_at >= (${period.first}::date)::timestamp at time zone ${period.timeZone}
               and d.decided_at < (${period.last}::date + 1)::timestamp at time zone ${period.timeZone}
               and exists (select from client_code k join client c on c.id = k.client_id
                            where k.code = d.client_code and c.client_auth)) as taken
    having count(*) > 0`,
    { signal },
  )
