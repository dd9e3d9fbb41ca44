import { z } from 'zod'
import { formatMoney } from '#platform/contract/money.ts'
import { sql } from '#platform/server/database.ts'
import type { Period } from './report.ts'

/** Exact totals of bills in one currency. */
export const billSums = z.object({
  currency: z.string(),
  bills: z.number(),
  charges: z.string(),
  repriced: z.string(),
  /** For repriced bills only: charges minus repriced amounts, and the result as a percentage of charges. */
  saved: z.string(),
  savedPercent: z.string().nullable(),
  /**
   * The number of bills without a repriced amount and their charges: charges = repriced + saved + unpriced.
   */
  unpricedBills: z.number(),
  unpriced: z.string(),
})
export type BillSums = z.infer<typeof billSums>

/** Selects the columns of `BillSums`, except the currency, for a group of the bills `b`. */
export const selectBillSums = sql`
  count(*) as bills,
  sum(b.total_charges) as charges,
  coalesce(sum(b.repriced_amount), 0) as repriced,
  coalesce(sum(b.total_charges - b.repriced_amount), 0) as saved,
  round(100 * sum(b.total_charges - b.repriced_amount)
    / nullif(sum(b.total_charges) filter (where b.repriced_amount is not null), 0), 1) as "savedPercent",
  count(*) filter (where b.repriced_amount is null) as "unpricedBills",
  coalesce(sum(b.total_charges) filter (where b.repriced_amount is null), 0) as unpriced`

/** SQL condition: whether bill `b` was processed in a period. */
export const processedWithin = ({ first, last }: Period) =>
  sql`b.processed_on between ${first}::date and ${last}::date`

/** Formats a percentage; empty if there is none. */
export const formatPercent = (percent: string | null): string => (percent === null ? '' : `${percent}%`)

/** Formats totals as table cells: bills, charges, repriced, saved, saved %. */
export const formatSums = ({ currency, ...sums }: BillSums): string[] => [
  sums.bills.toLocaleString('en-US'),
  formatMoney(sums.charges, currency),
  formatMoney(sums.repriced, currency),
  formatMoney(sums.saved, currency),
  formatPercent(sums.savedPercent),
]
