import { compareDecimals, currencyScale, formatMoney, sumAmounts } from '#platform/contract/money.ts'
import type { Bill } from './contract.ts'

/** Replaces an ITN in requests for all bills of an incident. No bill has this ITN. */
export const allBills = 'ALL'

/** Totals of one currency: plain decimals, each followed by the amount formatted for display. */
export type Totals = {
  currency: string
  bills: number
  charges: string
  chargesShown: string
  repriced: string
  repricedShown: string
  /** Charges minus repriced amounts, for repriced bills only. */
  savings: string
  savingsShown: string
  isSaving: boolean
  /** The number of unpriced bills and their total charges: charges = repriced + savings + unpriced. */
  unpricedBills: number
  unpriced: string
  unpricedShown: string
}

/** The sums of one currency as plain decimals. */
type Sums = Pick<
  Totals,
  'currency' | 'bills' | 'charges' | 'repriced' | 'savings' | 'unpricedBills' | 'unpriced'
>

/** Formats the sums of one currency for display. */
export const formatTotals = (sums: Sums): Totals => ({
  ...sums,
  chargesShown: formatMoney(sums.charges, sums.currency),
  repricedShown: formatMoney(sums.repriced, sums.currency),
  savingsShown: formatMoney(sums.savings, sums.currency),
  isSaving: compareDecimals(sums.savings, '0') > 0,
  unpricedShown: formatMoney(sums.unpriced, sums.currency),
})

type Amounts = Pick<Bill, 'currency' | 'totalChargesAmount' | 'repricedAmountAmount' | 'savingsAmountAmount'>

/** Calculates totals by currency; currencies never mix. */
export function calculateTotals(bills: readonly Amounts[]): Totals[] {
  const currencies = [...new Set(bills.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const inCurrency = bills.filter((bill) => bill.currency === currency)
    const unrepriced = inCurrency.filter((bill) => bill.repricedAmountAmount === null)
    const total = (selected: readonly Amounts[], getAmount: (bill: Amounts) => string | null) =>
      sumAmounts([formatZero(currency), ...selected.map(getAmount).filter((amount) => amount !== null)])
    return formatTotals({
      currency,
      bills: inCurrency.length,
      charges: total(inCurrency, (bill) => bill.totalChargesAmount),
      repriced: total(inCurrency, (bill) => bill.repricedAmountAmount),
      savings: total(inCurrency, (bill) => bill.savingsAmountAmount),
      unpricedBills: unrepriced.length,
      unpriced: total(unrepriced, (bill) => bill.totalChargesAmount),
    })
  })
}

const formatZero = (currency: string) => (0).toFixed(currencyScale(currency))

type DateRange = { from: string; to: string }

/**
 * Returns the bills whose service dates overlap a range (YYYY-MM-DD). A range that is incomplete or ends
 * before it starts is ignored (second specification, section 5). A range of a single day is valid.
 */
export function filterByServiceDate<Dated extends Pick<Bill, 'serviceFrom' | 'serviceTo'>>(
  bills: readonly Dated[],
  { from, to }: DateRange,
): readonly Dated[] {
  if (!from || !to || to < from) return bills
  return bills.filter(({ serviceFrom, serviceTo }) => serviceFrom <= to && serviceTo >= from)
}
