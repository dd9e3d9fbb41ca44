import { z } from 'zod'
import { shownMoney } from '#platform/contract/money.ts'
import { sql } from '#platform/server/database.ts'
import type { Period } from './report.ts'

/** What bills of one currency come to, exactly. */
export const billSums = z.object({
  currency: z.string(),
  bills: z.number(),
  charges: z.string(),
  repriced: z.string(),
  /** Charges less repriced amounts, of the bills that were repriced, and its share of their charges. */
  saved: z.string(),
  savedPercent: z.string().nullable(),
  /** The bills without a repriced amount: charges = repriced + saved + unpriced. */
  unpricedBills: z.number(),
  unpriced: z.string(),
})
export type BillSums = z.infer<typeof billSums>

/** The columns of `BillSums` but for the currency, of the bills `b` of a group. */
export const sumsSelected = sql`
  count(*) as bills,
  sum(b.total_charges) as charges,
  coalesce(sum(b.repriced_amount), 0) as repriced,
  coalesce(sum(b.total_charges - b.repriced_amount), 0) as saved,
  round(100 * sum(b.total_charges - b.repriced_amount)
    / nullif(sum(b.total_charges) filter (where b.repriced_amount is not null), 0), 1) as "savedPercent",
  count(*) filter (where b.repriced_amount is null) as "unpricedBills",
  coalesce(sum(b.total_charges) filter (where b.repriced_amount is null), 0) as unpriced`

/** The bills that were processed within a period. */
export const processedWithin = ({ first, last }: Period) =>
  sql`b.processed_on between ${first}::date and ${last}::date`

/** A share as people read it; nothing where there is nothing to share. */
export const shownPercent = (percent: string | null): string => (percent === null ? '' : `${percent}%`)

/** Sums as the cells of a table: bills, charges, repriced, saved, saved %. */
export const sumCells = ({ currency, ...sums }: BillSums): string[] => [
  sums.bills.toLocaleString('en-US'),
  shownMoney(sums.charges, currency),
  shownMoney(sums.repriced, currency),
  shownMoney(sums.saved, currency),
  shownPercent(sums.savedPercent),
]
