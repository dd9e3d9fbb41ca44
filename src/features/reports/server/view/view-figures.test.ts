import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { currencyScale, toCurrencyScale } from '#platform/contract/money.ts'
import { criteria, listBills, openReportPortal, show } from '#test-support/report-view-fixture.ts'
import {
  type BillSelection,
  billSelection,
  type listReportBills,
  type ReportBill,
} from '../../view-contract.ts'

/** A bill with amounts in the smallest unit of its currency. */
type Bill = {
  itn: string
  currency: string
  charges: bigint
  repriced: bigint | undefined
  provider: string
  day: string
  status: string
  client: 'ACME1' | 'ACME2'
}

const statuses = ['Paid', 'In Review', 'APPROVED', 'Denied', 'closed']
/** Bills of two years, in currencies with two, zero and three decimals. */
const bills = Array.from({ length: 300 }, (_, at): Bill => {
  const year = at % 3 === 0 ? 2025 : 2026
  return {
    itn: `V${at}`,
    currency: ['USD', 'USD', 'JPY', 'KWD'][at % 4] as string,
    charges: 9_000_719_925_474_099n + BigInt(at * 977),
    repriced: at % 5 === 0 ? undefined : 4_503_599_627_370_497n + BigInt(at * 31),
    provider: `Clinic ${at % 23}`,
    day: `${year}-0${1 + (at % 6)}-${String(1 + (at % 28)).padStart(2, '0')}`,
    status: statuses[(at >> 2) % statuses.length] as string,
    client: at % 7 === 0 ? 'ACME2' : 'ACME1',
  }
})
const write = (units: bigint, currency: string) => {
  const scale = currencyScale(currency)
  const digits = String(units).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

let portal: Awaited<ReturnType<typeof openReportPortal>>['portal']
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  const waiting = {
    currency: 'JPY',
    provider_name: 'Clinic',
    payment_status: 'Received',
    client: 'ACME1',
  } as const
  const served = { service_from: '2026-06-29', service_to: '2026-06-30', total_charges: '7000' }
  const opened = await openReportPortal([
    ...bills.map(({ itn, currency, client, ...bill }) => ({
      ...{ itn, currency, client, provider_name: bill.provider },
      ...{
        processed_on: bill.day,
        payment_status: bill.status,
        service_from: bill.day,
        service_to: bill.day,
      },
      total_charges: write(bill.charges, currency),
      repriced_amount: bill.repriced === undefined ? null : write(bill.repriced, currency),
    })),
    { ...waiting, ...served, itn: 'WAITING' },
    { ...waiting, ...served, itn: 'WAITING-EARLIER', service_from: '2023-05-01', service_to: '2023-05-02' },
  ])
  portal = opened.portal
  staff = opened.staff
})
afterAll(() => portal.close())

const list = async (selection: Partial<BillSelection>) => {
  const found: ReportBill[] = []
  let [sums, position]: [z.infer<typeof listReportBills.response>['sums'], object | undefined] = [[], {}]
  while (position) {
    const page = await listBills(staff, { ...selection, ...position })
    if (page.sums.length > 0) sums = page.sums
    found.push(...page.bills)
    const last = page.bills.at(-1)
    position = page.hasMore && last ? { afterDay: last.processedDate, afterItn: last.itn } : undefined
  }
  return { bills: found, sums }
}

/** Sums the selected bills in their smallest unit, rather than in the database. */
function sumBills({ firstDay, lastDay, client, ...names }: BillSelection) {
  const { billCurrency: currency, billProvider: provider, billStatus: status, billState: state } = names
  const isSettled = (bill: Bill) => ['paid', 'approved', 'closed'].includes(bill.status.toLowerCase())
  const selected = [...bills, stray].filter(
    (bill) =>
      bill.day >= firstDay &&
      bill.day <= lastDay &&
      bill.currency === currency &&
      (provider === '' || bill.provider === provider) &&
      (status === '' || bill.status === status) &&
      (client === '' || bill.client === client) &&
      (state === 'any' ||
        (state === 'unpriced'
          ? bill.repriced === undefined
          : bill.repriced !== undefined && isSettled(bill) === (state === 'settled'))),
  )
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
    saved: write(
      add(({ charges, repriced = charges }) => charges - repriced),
      currency,
    ),
  }
}
/** The bill of the small cases. */
const stray: Bill = {
  ...{ itn: 'ITN2', currency: 'USD', charges: 125_050n, repriced: 90_025n, provider: 'Mercy Hospital' },
  ...{ day: '2026-04-01', status: 'Paid', client: 'ACME1' },
}

test('every row and figure equals the sum of the bills to which it leads, in every currency', async () => {
  const sections = (await show(staff)).sections.filter(({ figures }) => figures.length > 0)
  expect(sections.map(({ title }) => title)).toEqual(['USD', 'JPY', 'KWD'].sort(byCount))
  let compared = 0
  for (const { title: currency, figures, tables } of sections) {
    for (const { rows, total } of tables)
      for (const row of [...rows, ...(total ? [total] : [])]) {
        if (!row.bills) continue
        const { bills: count, ...amounts } = sumBills(row.bills)
        const expected = Object.values(amounts).map((amount) => ({ amount, currency }))
        const scaled = row.values.slice(1, 4).map(toScale)
        expect([row.values[0], ...scaled], row.label).toEqual([{ count, unit: '' }, ...expected])
        compared += 1
      }
    const [saved, , charges, repriced, counted] = figures
    const all = sumBills(
      billSelection.parse({
        firstDay: criteria.StartDate,
        lastDay: criteria.EndDate,
        billCurrency: currency,
      }),
    )
    expect([saved, charges, repriced].map((figure) => toScale(figure?.value))).toEqual(
      [all.saved, all.charges, all.repriced].map((amount) => ({ amount, currency })),
    )
    expect(counted?.value).toEqual({ count: all.bills, unit: '' })
    for (const part of saved?.parts ?? [])
      expect(toScale(part.value), part.label).toEqual({
        amount: part.bills && sumBills(part.bills).saved,
        currency,
      })
    for (const { bills: selection, value } of saved?.earlier ?? [])
      expect(toScale(value)).toEqual(selection && { amount: sumBills(selection).saved, currency })
  }
  expect(compared).toBeGreaterThan(80)
})

const count = (currency: string) =>
  sumBills(
    billSelection.parse({ firstDay: criteria.StartDate, lastDay: criteria.EndDate, billCurrency: currency }),
  ).bills
const byCount = (one: string, other: string) => count(other) - count(one) || (one < other ? -1 : 1)

const money = z.object({ amount: z.string(), currency: z.string() })
const toScale = (value: unknown) => {
  const { success, data } = money.safeParse(value)
  return success ? { ...data, amount: toCurrencyScale(data.currency, data.amount) } : value
}

test('a list has each selected bill once, last processed first, in pages, and its sums equal the figure', async () => {
  const selection = { billCurrency: 'USD', billState: 'settled' } as const
  const { bills: found, sums } = await list(selection)
  const expected = sumBills(
    billSelection.parse({ firstDay: criteria.StartDate, lastDay: criteria.EndDate, ...selection }),
  )
  expect(found.length).toBe(expected.bills)
  expect(new Set(found.map(({ itn }) => itn)).size).toBe(found.length)
  expect(found.map(({ processedDate }) => processedDate)).toEqual(
    found
      .map(({ processedDate }) => processedDate)
      .toSorted()
      .reverse(),
  )
  expect(sums.map(({ saved }) => toCurrencyScale('USD', saved))).toEqual([expected.saved])
  const everything = await list({})
  expect(everything.bills.length).toBeGreaterThan(150)
  expect(everything.sums.reduce((sum, each) => sum + each.bills, 0)).toBe(everything.bills.length)
})

test('the change since earlier periods is in percent, and in points for percentages', async () => {
  const [usd] = (await show(staff)).sections
  const [saved, percent] = usd?.figures ?? []
  const [prior, lastYear] = saved?.earlier ?? []
  expect([prior?.period, prior?.value, prior?.change]).toEqual(['7/1/2025 – 12/31/2025', null, null])
  expect(lastYear?.period).toBe('1/1/2025 – 6/30/2025')
  expect(lastYear?.change).toMatch(/^[+−]\d+\.\d%$/)
  expect(percent?.earlier[1]?.change).toMatch(/^([+−]\d+\.\d pts|No change)$/)
})

test('the bills of the period that are not processed yet are named, and in no figure', async () => {
  const notes = (await show(staff)).sections.flatMap((section) => section.notes.map(({ text }) => text))
  const waiting = '1 bill totaling ¥7,000 for services in this period hasn’t been processed yet'
  expect(notes.filter((note) => note.startsWith(waiting))).toHaveLength(1)
})

test.each(['SAVINGS', 'BILLDETAIL'])(
  '%s names bills that are not processed yet in a currency or a period without other bills',
  async (ReportCode) => {
    const notes = async (change = {}) =>
      (await show(staff, { ReportCode, ...change })).sections.flatMap(({ title, notes }) =>
        title === null ? notes.map(({ text }) => text) : [],
      )
    const waiting = 'for services in this period hasn’t been processed yet, so it isn’t in these figures.'
    expect(await notes()).toEqual([`1 bill totaling €100.00 ${waiting}`])
    const month = { StartDate: '2023-05-01', EndDate: '2023-05-31' }
    expect(await notes(month)).toEqual([`1 bill totaling ¥7,000 ${waiting}`])
  },
)

test('a period without bills has no sections; a day and ten years do', async () => {
  expect((await show(staff, { StartDate: '2024-01-01', EndDate: '2024-01-31' })).sections).toEqual([])
  expect(
    (await show(staff, { StartDate: '2026-04-01', EndDate: '2026-04-01' })).sections[0]?.tables[0]?.rows,
  ).toHaveLength(1)
  const decade = await show(staff, { StartDate: '2017-01-01', EndDate: '2026-12-31' })
  expect(decade.sections[0]?.tables[0]?.rows.length).toBeGreaterThan(12)
})

test.each([
  ['BILLDETAIL', 4],
  ['ACTIVITY', 1],
])('%s opens on the page', async (ReportCode, sections) => {
  const view = await show(staff, { ReportCode })
  expect(view.sections).toHaveLength(sections)
  expect(view.sections[0]?.figures.length).toBeGreaterThan(2)
})

test('the pending authorizations of one client open on the page', async () => {
  expect((await show(staff, { ReportCode: 'AUTHAGING', Clients: 'ACME1' })).sections).toEqual([])
})
