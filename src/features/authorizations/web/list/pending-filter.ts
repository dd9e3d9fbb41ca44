import { compareDecimals } from '#platform/contract/money.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { QueueFilters } from '../../queue-contract.ts'

const filterText = messages.filters

/** Filters for pending bills; empty values match everything. */
export type PendingFilter = QueueFilters

export const noFilter: PendingFilter = {
  bucket: '',
  client: '',
  currency: '',
  provider: '',
  from: '',
  to: '',
  assignee: '',
}

/** Returns an error message for each unusable amount filter. */
export function validateFilter(bills: readonly PendingAuthorization[], filter: PendingFilter) {
  const [from, to] = [parseAmount(filter.from), parseAmount(filter.to)]
  const isReversed = from !== undefined && to !== undefined && compareDecimals(from, to) > 0
  return {
    ...(needsCurrency(bills, filter) && { currency: filterText.currencyMissing }),
    ...(filter.from.trim() && from === undefined && { from: filterText.notAmount }),
    ...(filter.to.trim() && to === undefined && { to: filterText.notAmount }),
    ...(isReversed && { to: filterText.reversed }),
  }
}

/** Amounts in different currencies are not comparable, so an amount filter needs a currency. */
const needsCurrency = (bills: readonly PendingAuthorization[], { from, to, currency }: PendingFilter) =>
  Boolean(from.trim() || to.trim()) && !currency && findFilterOptions(bills).currencies.length > 1

/** Filters bills by everything but their part of the queue. Ignores the amounts while they have an error. */
export function filterBills(bills: readonly PendingAuthorization[], filter: PendingFilter) {
  const { client, currency, assignee } = filter
  const provider = normalize(filter.provider)
  const isInvalid = Object.keys(validateFilter(bills, filter)).length > 0
  const [from, to] = isInvalid ? [] : [parseAmount(filter.from), parseAmount(filter.to)]
  return bills.filter(
    (bill) =>
      (!client || bill.client === client) &&
      (!currency || bill.currency === currency) &&
      (!assignee || findAssigneeOption(bill) === assignee) &&
      normalize(bill.providerName).includes(provider) &&
      (!from || compareDecimals(bill.totalChargeAmount, from) >= 0) &&
      (!to || compareDecimals(bill.totalChargeAmount, to) <= 0),
  )
}

/** The filter option of a bill's assignee: `me`, `none`, or the person's id. */
const findAssigneeOption = ({ assignee }: PendingAuthorization) =>
  assignee === null ? 'none' : assignee.isMe ? 'me' : assignee.id

/** Returns the clients, currencies and assignees of these bills as filter options. */
export function findFilterOptions(bills: readonly PendingAuthorization[]) {
  const people = new Map(
    bills.flatMap(({ assignee }) =>
      assignee && !assignee.isMe ? [[assignee.id, assignee.name] as const] : [],
    ),
  )
  const clients = new Map(bills.map(({ client, carrier }) => [client, carrier]))
  return {
    clients: [...clients].map(([value, label]) => ({ value, label })).sort(byLabel),
    currencies: [...new Set(bills.map(({ currency }) => currency))].sort(),
    assignees: [...people].map(([value, label]) => ({ value, label })).sort(byLabel),
  }
}

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)

/** Removes case and accents for comparison. */
const normalize = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const amountPattern = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,10})?$/

/** Parses an amount with or without thousands separators. */
const parseAmount = (typed: string) => amountPattern.exec(typed.trim())?.[0].replaceAll(',', '')
