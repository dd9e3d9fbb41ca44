import { compareDecimals } from '#platform/contract/money.ts'
import type { Bill } from '../contract.ts'

type Amount = (bill: Bill) => string | null

/** Compares bills by an exact amount, currency by currency: amounts of two currencies are not more or less. */
export function byAmount(of: Amount) {
  return (one: Bill, other: Bill): number => {
    if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
    return compareDecimals(of(one) ?? '0', of(other) ?? '0')
  }
}
