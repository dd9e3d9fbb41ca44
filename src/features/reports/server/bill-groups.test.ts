import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyScale, formatMoney } from '#platform/contract/money.ts'
import { execute, sql } from '#platform/db/database.ts'
import { linesBetween, pdfLines } from '#test-support/pdf-lines.ts'
import { addRows } from '#test-support/report-fixture.ts'
import { openReportPortal, type ReportPortal } from '#test-support/report-view-fixture.ts'
import { openReport } from '../contract.ts'

/** A bill with amounts in the smallest unit of its currency. */
type Bill = {
  currency: 'USD' | 'JPY'
  charges: number
  repriced: number | undefined
  provider: string
  month: number
  status: string
  client: 'ACME1' | 'ACME2'
}

/** 24 providers, each with bills in both currencies. */
const bills = Array.from({ length: 240 }, (_, at): Bill => {
  return {
    currency: at % 5 === 0 ? 'JPY' : 'USD',
    charges: 100_003 + at * 977,
    repriced: at % 7 === 0 ? undefined : 20_001 + ((at * at * 13) % 70_001),
    provider: `Clinic ${String(at % 24).padStart(2, '0')}`,
    month: 1 + (at % 3),
    status: ['Paid', 'Denied', 'Paid', 'In review', 'Closed', 'Denied', 'Paid'][(at >> 1) % 7] as string,
    client: at % 11 < 4 ? 'ACME2' : 'ACME1',
  }
})
/** The client's codes in the configured order, which is not alphabetical. */
const clients = ['ACME2', 'ACME1']
const incidents = { ACME1: '24000000017', ACME2: '24000000029' }
const amount = (units: number | undefined, currency: string) =>
  units === undefined ? null : (units / 10 ** currencyScale(currency)).toFixed(currencyScale(currency))

let portal: ReportPortal['portal']
let staff: ReportPortal['staff']
beforeAll(async () => {
  ;({ portal, staff } = await openReportPortal())
  await execute(portal.databaseContext.owner, sql`update client_code set position = 2 where code = 'ACME1'`)
  const toRow = ({ currency, charges, repriced, ...bill }: Bill, at: number) => ({
    itn: `G${at}`,
    incident_number: incidents[bill.client],
    provider_name: bill.provider,
    currency,
    service_from: '2025-01-01',
    service_to: '2025-01-02',
    payment_status: bill.status,
    total_charges: amount(charges, currency),
    repriced_amount: amount(repriced, currency),
    processed_on: `2025-0${bill.month}-1${at % 9}`,
  })
  for (const client of ['ACME1', 'ACME2'] as const) {
    const rows = bills.flatMap((bill, at) => (bill.client === client ? [toRow(bill, at)] : []))
    await addRows(portal.databaseContext.owner, 'bill', client, rows)
  }
})
afterAll(() => portal.close())

const opened = async (ReportCode: string) => {
  const form = { Clients: 'ACME1,ACME2', StartDate: '2025-01-01', EndDate: '2025-12-31', ReportCode }
  const response = await staff.open(openReport, form)
  expect(response.statusCode).toBe(200)
  return pdfLines(response.rawPayload)
}

const total = (of: readonly Bill[], units: (bill: Bill) => number) =>
  of.reduce((sum, bill) => sum + units(bill), 0)
const savedOn = ({ charges, repriced }: Bill) => (repriced === undefined ? 0 : charges - repriced)

/** Computes the expected totals of one currency, from integers rather than in the database. */
function expectedSums(of: readonly Bill[]): string {
  const [{ currency } = { currency: 'USD' }] = of
  const priced = of.filter(({ repriced }) => repriced !== undefined)
  const saved = total(of, savedOn)
  const tenths = Math.round((1000 * saved) / total(priced, ({ charges }) => charges))
  const sums = [total(of, ({ charges }) => charges), total(of, ({ repriced = 0 }) => repriced), saved]
  const shown = sums.map((units) => formatMoney(amount(units, currency) ?? '', currency))
  return [...shown, `${(tenths / 10).toFixed(1)}%`].join(' ')
}
const expectedLine = (name: string, of: readonly Bill[]) => `${name} ${of.length} ${expectedSums(of)}`
const inCurrency = (currency: string) => bills.filter((bill) => bill.currency === currency)
/** Groups bills by payment status, most frequent status first. */
const groupByStatus = (of: readonly Bill[]) =>
  [...Map.groupBy(of, ({ status }) => status)].toSorted(
    ([one, its], [other, others]) => others.length - its.length || (one < other ? -1 : 1),
  )
const isSum = (line: string) => /%$/.test(line) && !/Saved %$|^Total /.test(line)

const end = 'End'

/** Returns the sums between two headings of the Savings Summary, first of dollars, then of yen. */
async function openSavings(first: string, next: string): Promise<string[]> {
  const lines = await opened('SAVINGS')
  const yen = lines.indexOf('JPY')
  return [lines.slice(lines.indexOf('USD'), yen), lines.slice(yen)].flatMap((chapter) =>
    linesBetween([...chapter, end], first, next).filter(isSum),
  )
}

test('the Savings Summary breaks down savings by month for each currency', async () => {
  const lines = await openSavings('Saved by month', 'Providers with the largest savings')
  const months = ['USD', 'JPY'].flatMap((currency) =>
    ['Jan', 'Feb', 'Mar'].map((name, at) =>
      expectedLine(
        `${name} 2025`,
        inCurrency(currency).filter(({ month }) => month === at + 1),
      ),
    ),
  )
  expect(lines).toEqual(months)
})

test('the twenty providers with the largest savings are listed by name, and the rest as one line', async () => {
  const lines = await openSavings('Providers with the largest savings', 'By payment status')
  const providers = ['USD', 'JPY'].flatMap((currency) => {
    const own = inCurrency(currency)
    const of = (name: string) => own.filter(({ provider }) => provider === name)
    const names = [...new Set(own.map(({ provider }) => provider))].toSorted(
      (one, other) => total(of(other), savedOn) - total(of(one), savedOn),
    )
    expect(names).toHaveLength(24)
    return [
      ...names.slice(0, 20).map((name) => expectedLine(name, of(name))),
      expectedLine('All other providers', names.slice(20).flatMap(of)),
    ]
  })
  expect(lines).toEqual(providers)
})

test('the Savings Summary breaks down savings by payment status and client', async () => {
  const byStatus = await openSavings('By payment status', 'By client')
  const byClient = await openSavings('By client', end)
  const own = ['USD', 'JPY'].map(inCurrency)
  expect(byStatus).toEqual(
    own.flatMap((of) => groupByStatus(of).map(([status, its]) => expectedLine(status, its))),
  )
  expect(byClient).toEqual(
    own.flatMap((of) =>
      clients.map((code) =>
        expectedLine(
          `${code} (${code})`,
          of.filter(({ client }) => client === code),
        ),
      ),
    ),
  )
})

test('Bill Detail ends each client, and the whole list, with totals per currency', async () => {
  const lines = await opened('BILLDETAIL')
  const sums = (name: string, of: (bill: Bill) => boolean) =>
    ['USD', 'JPY'].map((currency, at) => {
      const own = inCurrency(currency).filter(of)
      return `${at === 0 ? `${name} ` : ''}${currency} ${own.length} bills ${expectedSums(own)}`
    })
  expect(lines.filter((line) => /\d bills .*%$/.test(line))).toEqual([
    ...clients.flatMap((code) => sums(`Total for ${code} (${code})`, ({ client }) => client === code)),
    ...sums('Total', () => true),
  ])
  const bars = linesBetween(lines, 'Bills by payment status', 'Cases with the largest savings')
  expect(bars).toEqual(groupByStatus(bills).map(([status, its]) => `${status} ${its.length}`))
})
