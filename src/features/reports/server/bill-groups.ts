import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import type { BillGroup, BillSelection } from '../view-contract.ts'
import { processedWithin } from './bill-sums.ts'
import type { Days } from './find-earlier-periods.ts'

/** The column of bill `b` with the value of each group. */
export const groupColumns: Record<BillGroup, Sql> = {
  provider: sql`b.provider_name`,
  status: sql`b.payment_status`,
  network: sql`b.network`,
  type: sql`b.provider_type`,
  place: sql`b.provider_place`,
  group: sql`b.member_group`,
}

/** The groups that a bill need not state. A report has a table only for those that some bill states. */
export const optionalGroups = ['network', 'type', 'place', 'group'] as const satisfies BillGroup[]
/** The groups that list only the values with the largest savings. */
export const rankedGroups = ['provider', ...optionalGroups] as const satisfies BillGroup[]

/** How many values of a group are listed by name for each currency; the others are combined into one row. */
export const maxListed = 20

/** The order of the values of a group: largest savings first. */
export const bySavings = (value: Sql): Sql =>
  sql`coalesce(sum(b.total_charges - b.repriced_amount), 0) desc, ${value}`

type Group = Pick<BillSelection, 'billGroup' | 'billValue' | 'billMatch' | 'billCurrency'>

const listedValue = z.object({ value: z.string() })

/** Returns the SQL condition whether bill `b` of a period is in the selected group. */
export async function findGroupCondition(
  scoped: Database,
  { billGroup, billValue, billMatch, billCurrency }: Group,
  days: Days,
  signal: AbortSignal,
): Promise<Sql> {
  if (billGroup === '') return sql`true`
  const column = groupColumns[billGroup]
  if (billMatch === 'none') return sql`${column} is null`
  if (billMatch === 'value') return sql`${column} = ${billValue}`
  const listed = await queryRows(
    scoped,
    listedValue,
    sql`
    select ${column} as value
      from bill b
     where ${processedWithin(days)} and b.currency = ${billCurrency} and ${column} is not null
     group by 1
     order by ${bySavings(column)}
     limit ${maxListed}`,
    { signal },
  )
  // All values differ from those of an empty list, and so would bills without a value.
  if (listed.length === 0) return sql`false`
  return sql`${column} <> all(${listed.map(({ value }) => value)}::text[])`
}
