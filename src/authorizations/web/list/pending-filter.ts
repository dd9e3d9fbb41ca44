import { compareDecimals } from '#platform/contract/money.ts'
import type { PendingAuthorization } from '../../contract.ts'

/** Which of the bills that wait shall be seen; nothing chosen or typed lets all pass. */
export type PendingFilter = { client: string; currency: string; provider: string; from: string; to: string }

export const everything: PendingFilter = { client: '', currency: '', provider: '', from: '', to: '' }

/** The bills that pass. An amount that is still being typed filters nothing. */
export function passing(bills: readonly PendingAuthorization[], filter: PendingFilter) {
  const { client, currency } = filter
  const [provider, from, to] = [plain(filter.provider), amountOf(filter.from), amountOf(filter.to)]
  return bills.filter(
    (bill) =>
      (!client || bill.client === client) &&
      (!currency || bill.currency === currency) &&
      plain(bill.providerName).includes(provider) &&
      (!from || compareDecimals(bill.totalChargeAmount, from) >= 0) &&
      (!to || compareDecimals(bill.totalChargeAmount, to) <= 0),
  )
}

/** What there is to choose from among these bills. */
export function choicesIn(bills: readonly PendingAuthorization[]) {
  const clients = new Map(bills.map(({ client, carrier }) => [client, carrier]))
  return {
    clients: [...clients].map(([value, label]) => ({ value, label })).sort(byLabel),
    currencies: [...new Set(bills.map(({ currency }) => currency))].sort(),
  }
}

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)

/** Without case and accents. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A typed amount, its thousands grouped or not. */
const amountOf = (typed: string) => /^\d{1,15}(\.\d{1,10})?$/.exec(typed.trim().replaceAll(',', ''))?.[0]
