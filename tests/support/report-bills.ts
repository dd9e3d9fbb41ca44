import { dayMs } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import { currencyScale } from '#platform/contract/money.ts'
import type { BillGroup, BillSelection } from '#reports/view-contract.ts'

/** A bill with amounts in the smallest unit of its currency. */
export type Bill = {
  itn: string
  currency: string
  charges: bigint
  repriced: bigint | undefined
  provider: string
  day: string
  /** How many days the bill took from receipt to processing. */
  days: number
  status: string
  client: 'ACME1' | 'ACME2'
  network: string
  type: string
  place: string
  group: string
}

const statuses = ['Paid', 'In Review', 'APPROVED', 'Denied', 'closed', 'Settled', 'VOID', 'Duplicate']
/** Bills of two years, in currencies with two, zero and three decimals. */
export const bills = Array.from({ length: 300 }, (_, at): Bill => {
  const year = at % 3 === 0 ? 2025 : 2026
  return {
    itn: `V${at}`,
    currency: ['USD', 'USD', 'JPY', 'KWD'][at % 4] as string,
    charges: 9_000_719_925_474_099n + BigInt(at * 977),
    repriced: at % 5 === 0 ? undefined : 4_503_599_627_370_497n + BigInt(at * 31),
    provider: `Clinic ${at % 23}`,
    day: `${year}-0${1 + (at % 6)}-${String(1 + (at % 28)).padStart(2, '0')}`,
    days: (at * 7) % 23,
    status: statuses[(at >> 2) % statuses.length] as string,
    client: at % 7 === 0 ? 'ACME2' : 'ACME1',
    network: ['Core', 'none', ''][at % 3] as string,
    type: at % 5 === 0 ? '' : 'Hospital',
    place: `Town ${at % 29}`,
    group: ['Gold', 'Silver'][at % 2] as string,
  }
})
export const write = (units: bigint, currency: string) => {
  const scale = currencyScale(currency)
  const digits = String(units).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The row of a bill, for `openReportPortal`. */
export const toBillRow = ({ itn, currency, client, ...bill }: Bill) => ({
  itn,
  currency,
  client,
  provider_name: bill.provider,
  processed_on: bill.day,
  payment_status: bill.status,
  service_from: bill.day,
  service_to: bill.day,
  received_on: dayInUtc(Date.parse(bill.day) - bill.days * dayMs),
  network: bill.network || null,
  provider_type: bill.type || null,
  provider_place: bill.place,
  member_group: bill.group,
  total_charges: write(bill.charges, currency),
  repriced_amount: bill.repriced === undefined ? null : write(bill.repriced, currency),
})

const hasStatus =
  (...statuses: string[]) =>
  ({ status }: Bill) =>
    statuses.includes(status.toLowerCase())
export const isSettled = hasStatus('paid', 'approved', 'closed', 'settled')
export const isDenied = hasStatus('denied', 'void', 'duplicate')
const savedOn = ({ charges, repriced = charges }: Bill) => charges - repriced

/** The twenty values with the largest savings. */
function findTop(of: readonly Bill[], read: (bill: Bill) => string): string[] {
  const byValue = Map.groupBy(of, read)
  const saved = (name: string) => (byValue.get(name) ?? []).reduce((sum, each) => sum + savedOn(each), 0n)
  return [...byValue.keys()]
    .filter(Boolean)
    .toSorted((one, other) => Number(saved(other) - saved(one)) || (one < other ? -1 : 1))
    .slice(0, 20)
}

/** Whether a bill is selected, as one reads the selection, rather than in the database. */
function isSelected(bill: Bill, selection: BillSelection): boolean {
  const { firstDay, lastDay, client, billCurrency, billState, billGroup, billValue, billMatch } = selection
  const isOfPeriod = (each: Bill) =>
    each.day >= firstDay && each.day <= lastDay && [each.currency, ''].includes(billCurrency)
  const isInState = {
    any: true,
    unpriced: bill.repriced === undefined,
    settled: bill.repriced !== undefined && isSettled(bill),
    'in review': bill.repriced !== undefined && !isSettled(bill) && !isDenied(bill),
    denied: bill.repriced !== undefined && isDenied(bill),
  }[billState]
  const value = groups[billGroup || 'provider'](bill)
  const top =
    billMatch === 'others' ? findTop(allBills.filter(isOfPeriod), groups[billGroup || 'provider']) : []
  const isInGroup =
    billGroup === '' ||
    { value: value === billValue, none: value === '', others: value !== '' && !top.includes(value) }[
      billMatch
    ]
  return isOfPeriod(bill) && isInState && isInGroup && (client === '' || bill.client === client)
}

/** Sums the selected bills in their smallest unit, rather than in the database. */
export function sumBills(selection: BillSelection) {
  const selected = allBills.filter((bill) => isSelected(bill, selection))
  const currency = selection.billCurrency
  const add = (of: (bill: Bill) => bigint) => selected.reduce((sum, bill) => sum + of(bill), 0n)
  return {
    bills: selected.length,
    charges: write(
      add(({ charges }) => charges),
      currency,
    ),
    repriced: write(
      add(({ repriced = 0n }) => repriced),
      currency,
    ),
    saved: write(add(savedOn), currency),
  }
}
/** The bills above and the one of the small cases. */
export const allBills: Bill[] = [
  ...bills,
  {
    itn: 'ITN2',
    currency: 'USD',
    charges: 125_050n,
    repriced: 90_025n,
    provider: 'Mercy Hospital',
    day: '2026-04-01',
    days: 0,
    status: 'Paid',
    client: 'ACME1',
    network: '',
    type: '',
    place: '',
    group: '',
  },
]

/** The value of each group; empty if the bill has none. */
const groups: Record<BillGroup, (bill: Bill) => string> = {
  provider: (bill) => bill.provider,
  status: (bill) => bill.status,
  network: (bill) => bill.network,
  type: (bill) => bill.type,
  place: (bill) => bill.place,
  group: (bill) => bill.group,
}
