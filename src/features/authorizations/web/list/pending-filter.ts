import { compareDecimals } from '#platform/contract/money.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'

const labels = messages.filters

/** Filters for pending bills; empty values match everything. */
export type PendingFilter = { client: string; currency: string; provider: string; from: string; to: string }

export const everything: PendingFilter = { client: '', currency: '', provider: '', from: '', to: '' }

/** The error that makes an amount filter unusable, shown on its field. */
export function validateFilter(bills: readonly PendingAuthorization[], filter: PendingFilter) {
  const [from, to] = [amountOf(filter.from), amountOf(filter.to)]
  const isBackwards = from !== undefined && to !== undefined && compareDecimals(from, to) > 0
  return {
    ...(lacksCurrency(bills, filter) && { currency: labels.currencyMissing }),
    ...(filter.from.trim() && from === undefined && { from: labels.notAmount }),
    ...(filter.to.trim() && to === undefined && { to: labels.notAmount }),
    ...(isBackwards && { to: labels.backwards }),
  }
}

/** Amounts in different currencies are not comparable. */
const lacksCurrency = (bills: readonly PendingAuthorization[], { from, to, currency }: PendingFilter) =>
  Boolean(from.trim() || to.trim()) && !currency && findFilterOptions(bills).currencies.length > 1

/** Filters bills. An invalid or incomparable amount filters nothing. */
export function filterBills(bills: readonly PendingAuthorization[], filter: PendingFilter) {
  const { client, currency } = filter
  const provider = plain(filter.provider)
  const [from, to] = lacksCurrency(bills, filter) ? [] : [amountOf(filter.from), amountOf(filter.to)]
  return bills.filter(
    (bill) =>
      (!client || bill.client === client) &&
      (!currency || bill.currency === currency) &&
      plain(bill.providerName).includes(provider) &&
      (!from || compareDecimals(bill.totalChargeAmount, from) >= 0) &&
      (!to || compareDecimals(bill.totalChargeAmount, to) <= 0),
  )
}

/** The filter options found in these bills. */
export function findFilterOptions(bills: readonly PendingAuthorization[]) {
  const clients = new Map(bills.map(({ client, carrier }) => [client, carrier]))
  return {
    clients: [...clients].map(([value, label]) => ({ value, label })).sort(byLabel),
    currencies: [...new Set(bills.map(({ currency }) => currency))].sort(),
  }
}

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)

/** Ignores case and accents. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const written = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,10})?$/

/** A typed amount, with or without thousands separators. */
const amountOf = (typed: string) => written.exec(typed.trim())?.[0].replaceAll(',', '')
