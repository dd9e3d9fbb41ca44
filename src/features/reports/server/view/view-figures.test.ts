import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toCurrencyScale } from '#platform/contract/money.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { bills, sumBills, toBillRow } from '#test-support/report-bills.ts'
import { addRows } from '#test-support/report-fixture.ts'
import { criteria, listAllBills, openReportPortal, show } from '#test-support/report-view-fixture.ts'
import { type BillSelection, billSelection } from '../../view-contract.ts'

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
    ...bills.map(toBillRow),
    { ...waiting, ...served, itn: 'WAITING' },
    { ...waiting, ...served, itn: 'WAITING-EARLIER', service_from: '2023-05-01', service_to: '2023-05-02' },
  ])
  portal = opened.portal
  staff = opened.staff
})
afterAll(() => portal.close())

/** Selects bills of the whole period. */
const select = (selection: Partial<BillSelection>) =>
  billSelection.parse({ firstDay: criteria.StartDate, lastDay: criteria.EndDate, ...selection })
const list = (selection: Partial<BillSelection>, limit?: number) => listAllBills(staff, selection, limit)

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
    const all = sumBills(select({ billCurrency: currency ?? '' }))
    expect([saved, charges, repriced].map((figure) => toScale(figure?.value))).toEqual(
      [all.saved, all.charges, all.repriced].map((amount) => ({ amount, currency })),
    )
    expect(counted?.value).toEqual({ count: all.bills, unit: '' })
    expect(saved?.parts.map(({ label }) => label)).toEqual(['Settled', 'Still in review', 'Denied or void'])
    expect(addUnits(saved?.parts.map(({ value }) => value))).toBe(addUnits([saved?.value]))
    for (const part of saved?.parts ?? [])
      expect(toScale(part.value), part.label).toEqual({
        amount: part.bills && sumBills(part.bills).saved,
        currency,
      })
    for (const { bills: selection, value } of saved?.earlier ?? [])
      expect(toScale(value)).toEqual(selection && { amount: sumBills(selection).saved, currency })
  }
  expect(compared).toBeGreaterThan(190)
})

const count = (currency: string) => sumBills(select({ billCurrency: currency })).bills
const byCount = (one: string, other: string) => count(other) - count(one) || (one < other ? -1 : 1)

const money = z.object({ amount: z.string(), currency: z.string() })
const toScale = (value: unknown) => {
  const { success, data } = money.safeParse(value)
  return success ? { ...data, amount: toCurrencyScale(data.currency, data.amount) } : value
}

/** Adds amounts of one currency as integers of their smallest unit. */
const addUnits = (values: readonly unknown[] = []) =>
  values.reduce((sum: bigint, value) => sum + BigInt(money.parse(toScale(value)).amount.replace('.', '')), 0n)

test('savings of bills that were denied are named apart, and lead to these bills', async () => {
  const [usd] = (await show(staff)).sections
  const note = usd?.notes.find(({ text }) => text.includes('were denied'))
  expect(note?.text).toMatch(
    /^\$[\d,.]+ of the savings is from bills that were denied, voided or withdrawn, or/,
  )
  expect(note?.bills).toMatchObject({ billState: 'denied', billCurrency: 'USD' })
  const { bills: found } = await list({ ...note?.bills })
  expect(new Set(found.map(({ paymentStatus }) => paymentStatus))).toEqual(
    new Set(['Denied', 'VOID', 'Duplicate']),
  )
})

test('a list has each selected bill once, last processed first, in pages, and its sums equal the figure', async () => {
  const selection = { billCurrency: 'USD', billState: 'settled' } as const
  const { bills: found, sums } = await list(selection)
  const expected = sumBills(select(selection))
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

test.each([
  ['other towns', { billCurrency: 'USD', billGroup: 'place', billMatch: 'others' }, 12],
  ['other clinics', { billCurrency: 'USD', billGroup: 'provider', billMatch: 'others' }, 1],
  ['bills without a network', { billCurrency: 'JPY', billGroup: 'network', billMatch: 'none' }, 1],
  ['all bills of two clients', {}, 150],
] as const)(
  '%s are listed once, in pages of any size, also those of one day',
  async (_, selection, least) => {
    const whole = (await list(selection)).bills.map(({ itn }) => itn)
    if ('billCurrency' in selection) expect(whole).toHaveLength(sumBills(select(selection)).bills)
    expect(whole.length).toBeGreaterThanOrEqual(least)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of [1, 7].slice(whole.length > 50 ? 1 : 0))
      expect((await list(selection, limit)).bills.map(({ itn }) => itn)).toEqual(whole)
  },
)

test.each([
  ['in a currency without bills', 'EUR'],
  ['without a currency', ''],
])('no bills are listed for other values %s', async (_, billCurrency) => {
  expect((await list({ billCurrency, billGroup: 'network', billMatch: 'others' })).bills).toEqual([])
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

test('the turnaround of bills and authorizations has the median, the slowest tenth and the share within ten days', async () => {
  const { owner } = portal.databaseContext
  const decided = [2, 3, 12].map((days) => {
    return {
      itn: `D${days}`,
      receivedAt: '2026-02-01T12:00:00Z',
      decided_at: `2026-02-${String(days + 1).padStart(2, '0')}T12:00:01Z`,
    }
  })
  await addPendingBills(
    owner,
    decided.map(({ itn, receivedAt }) => ({ itn, client: 'ACME1', receivedAt })),
  )
  const person = await queryRow(owner, z.object({ id: z.string() }), sql`select id from staff_user limit 1`)
  const decision = { round: 1, action: 'O', comment: 'Call them.', currency: 'USD', total_charge: 10 }
  await addRows(
    owner,
    'authorization_decision',
    'ACME1',
    decided.map(({ itn, receivedAt, decided_at }) => ({
      ...decision,
      itn,
      received_at: receivedAt,
      decided_at,
      decided_by: person?.id,
      decided_by_name: 'Ada',
    })),
  )
  const read = async () => {
    const tables = (await show(staff)).sections.flatMap((section) => section.tables)
    return tables.find(({ title }) => title === 'Turnaround')?.rows.map(({ values }) => values)
  }
  const allow = (client_auth: boolean) =>
    execute(owner, sql`update client set client_auth = ${client_auth} where id = 'acme'`)
  const row = (items: number, median: number, slow: number, percent: string) => [
    { count: items, unit: '' },
    { count: median, unit: 'days' },
    { count: slow, unit: 'days' },
    { percent },
  ]
  const days = bills
    .filter(({ day }) => day >= criteria.StartDate && day <= criteria.EndDate)
    .map((bill) => bill.days)
    .toSorted((one, other) => one - other)
  const at = (share: number) => days[Math.ceil(share * days.length) - 1] ?? 0
  const within = days.filter((each) => each <= 10).length / days.length
  const ofBills = row(days.length, at(0.5), at(0.9), (100 * within).toFixed(1))
  await allow(true)
  expect(await read()).toEqual([ofBills, row(3, 3, 12, '66.7')])
  await allow(false)
  expect(await read()).toEqual([ofBills])
  await allow(true)
})
