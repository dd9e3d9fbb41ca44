import { compareDecimals } from '#platform/contract/money.ts'
import type { Bill } from '../contract.ts'

type Amount = (bill: Bill) => string | null

/** Compares bills by exact amount within each currency; amounts in different currencies are not comparable. */
export function compareAmounts(of: Amount) {
  return (one: Bill, other: Bill): number => {
    if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
    return compareDecimals(of(one) ?? '0', of(other) ?? '0')
  }
}
