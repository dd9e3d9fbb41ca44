import { compareDecimals, currencyScale, formatMoney, sumAmounts } from '#platform/contract/money.ts'
import type { Bill } from './contract.ts'

/** Means all bills of an incident in place of an ITN; no bill has this ITN. */
export const everyBill = 'ALL'

/** Totals of one currency: plain decimals, each with the amount formatted for display. */
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
  /** The unpriced bills and their charges: charges = repriced + savings + unpriced. */
  unpricedBills: number
  unpriced: string
  unpricedShown: string
}

type Amounts = Pick<Bill, 'currency' | 'totalChargesAmount' | 'repricedAmountAmount' | 'savingsAmountAmount'>

/** Totals by currency; currencies never mix. */
export function totalsOf(bills: readonly Amounts[]): Totals[] {
  const currencies = [...new Set(bills.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const own = bills.filter((bill) => bill.currency === currency)
    const waiting = own.filter((bill) => bill.repricedAmountAmount === null)
    const total = (some: readonly Amounts[], of: (bill: Amounts) => string | null) =>
      sumAmounts([zeroOf(currency), ...some.map(of).filter((amount) => amount !== null)])
    const charges = total(own, (bill) => bill.totalChargesAmount)
    const repriced = total(own, (bill) => bill.repricedAmountAmount)
    const savings = total(own, (bill) => bill.savingsAmountAmount)
    const unpriced = total(waiting, (bill) => bill.totalChargesAmount)
    return {
      currency,
      bills: own.length,
      charges,
      chargesShown: formatMoney(charges, currency),
      repriced,
      repricedShown: formatMoney(repriced, currency),
      savings,
      savingsShown: formatMoney(savings, currency),
      isSaving: compareDecimals(savings, '0') > 0,
      unpricedBills: waiting.length,
      unpriced,
      unpricedShown: formatMoney(unpriced, currency),
    }
  })
}

const zeroOf = (currency: string) => (0).toFixed(currencyScale(currency))

type Days = { from: string; to: string }

/**
 * The bills whose service dates overlap a range (YYYY-MM-DD). An incomplete range filters nothing, and neither does
 * one that ends before it starts (second specification, section 5); a single day is valid.
 */
export function billsWithin<Dated extends Pick<Bill, 'serviceFrom' | 'serviceTo'>>(
  bills: readonly Dated[],
  { from, to }: Days,
): readonly Dated[] {
  if (!from || !to || to < from) return bills
  return bills.filter(({ serviceFrom, serviceTo }) => serviceFrom <= to && serviceTo >= from)
}
