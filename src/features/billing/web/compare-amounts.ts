import { compareDecimals } from '#platform/contract/money.ts'
import type { Bill } from '../contract.ts'

type GetAmount = (bill: Bill) => string | null

/** Compares bills by currency, then by exact amount. Amounts in different currencies are not comparable. */
export function compareAmounts(getAmount: GetAmount) {
  return (one: Bill, other: Bill): number => {
    if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
    return compareDecimals(getAmount(one) ?? '0', getAmount(other) ?? '0')
  }
}
