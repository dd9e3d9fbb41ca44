import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { currencyScale, toCurrencyScale } from '#platform/contract/money.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { importText } from '#test-support/authorization-fixture.ts'
import {
  allBills,
  type Bill,
  bills,
  isDenied,
  isSettled,
  toBillRow,
  write,
} from '#test-support/report-bills.ts'
import { criteria, openReportPortal, show } from '#test-support/report-view-fixture.ts'
import { rateImport } from './rate-import.ts'

let portal: Awaited<ReturnType<typeof openReportPortal>>['portal']
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  const opened = await openReportPortal(bills.map(toBillRow))
  portal = opened.portal
  staff = opened.staff
})
afterAll(() => portal.close())

const head = 'date,currency,baseCurrency,rate,source'
const importRates = (...lines: string[]) =>
  importText(portal.databaseContext, rateImport, [head, ...lines].join('\n'))
const setBase = (currency: string | null) =>
  execute(portal.databaseContext.owner, sql`update client set base_currency = ${currency} where id = 'acme'`)

/** The rates of the first of each month and of three days later, in millionths; others are further back. */
const rates = Array.from({ length: 6 }, (_, at) => at + 1).flatMap((month) =>
  [1, 8, 15, 22, 27].map((of) => ({
    day: `2026-0${month}-${String(of).padStart(2, '0')}`,
    JPY: 6_700n + BigInt(month * 37 + of),
    KWD: 3_250_000n + BigInt(month * 1_009 + of),
  })),
)
const toLine = (currency: 'JPY' | 'KWD', day: string, rate: bigint) =>
  `${day},${currency},USD,${(Number(rate) / 1e6).toFixed(6)},Bank of Test`
const allRates = rates.flatMap(({ day, JPY, KWD }) => [toLine('JPY', day, JPY), toLine('KWD', day, KWD)])

/** Converts an amount to cents of USD with integers: half a cent rounds up. */
function toCents(units: bigint, { currency, day }: Bill): bigint {
  if (currency === 'USD') return units
  const rate = rates.filter((each) => each.day <= day).at(-1)?.[currency as 'JPY' | 'KWD'] ?? 0n
  const divisor = 10n ** BigInt(6 + currencyScale(currency) - 2)
  return (2n * units * rate + divisor) / (2n * divisor)
}

function expectTotal(selected: readonly Bill[]) {
  const add = (of: (bill: Bill) => bigint) =>
    write(
      selected.reduce((sum, bill) => sum + of(bill), 0n),
      'USD',
    )
  const saved = (bill: Bill) =>
    bill.repriced === undefined ? 0n : toCents(bill.charges, bill) - toCents(bill.repriced, bill)
  return {
    charges: add((bill) => toCents(bill.charges, bill)),
    repriced: add((bill) => toCents(bill.repriced ?? 0n, bill)),
    saved: add(saved),
    states: [
      add((bill) => (isSettled(bill) ? saved(bill) : 0n)),
      add((bill) => (isSettled(bill) || isDenied(bill) ? 0n : saved(bill))),
      add((bill) => (isDenied(bill) ? saved(bill) : 0n)),
    ],
  }
}

const money = z.object({ amount: z.string() })
const toUsd = (value: unknown) => toCurrencyScale('USD', money.parse(value).amount)
const inPeriod = allBills.filter(({ day }) => day >= criteria.StartDate && day <= criteria.EndDate)

test.each([
  ['a rate of 0', '2026-01-01,JPY,USD,0.000,Bank', /rate "0\.000" is not greater than 0/],
  ['a negative rate', '2026-01-01,JPY,USD,-0.007,Bank', /rate "-0\.007" is not greater than 0/],
  ['a rate in words', '2026-01-01,JPY,USD,-half,Bank', /rate "-half" is not an amount/],
  ['no rate', '2026-01-01,JPY,USD,,Bank', /rate is missing/],
  ['an unknown currency', '2026-01-01,XX1,USD,1,Bank', /is not a currency/],
  ['a currency to itself', '2026-01-01,USD,USD,1,Bank', /are both "USD"/],
  ['no source', '2026-01-01,JPY,USD,1,', /source is missing/],
  ['an invalid date', '2026-02-30,JPY,USD,1,Bank', /is not a date/],
])('the import rejects %s and keeps the other rows', async (_, bad, reason) => {
  const { rejected, rejects } = await importRates(bad, '2020-01-01,JPY,EUR,0.007,Bank')
  expect([rejected, rejects[0]?.replaceAll('""', '"')]).toEqual([1, expect.stringMatching(reason)])
  const stored = sql`select currency from exchange_rate where base_currency = 'USD'`
  expect(await queryRows(portal.databaseContext.owner, z.object({}), stored)).toEqual([])
})

test('a file imported twice changes nothing, a new rate replaces the old one, and of two the first applies', async () => {
  const line = '2019-01-01,JPY,EUR,0.0071,Bank'
  expect(await importRates(line)).toMatchObject({ added: 1 })
  expect(await importRates(line)).toMatchObject({ added: 0, changed: 0, same: 1 })
  expect(await importRates(line.replace('0.0071', '0.0072'), line)).toMatchObject({ changed: 1, rejected: 1 })
})

test('without a base currency there is no total', async () => {
  expect((await show(staff)).sections.map(({ title }) => title)).not.toContain('All currencies in USD')
})

test('without a rate of the last 7 days the report says which is missing, and has no total', async () => {
  await setBase('USD')
  const notes = async () =>
    (await show(staff)).sections.flatMap(({ title, notes }) =>
      title === null ? notes.map(({ text }) => text) : [],
    )
  const missing = (currency: string) => inPeriod.filter((bill) => bill.currency === currency).length
  const [first] = await notes()
  expect(first).toContain(
    `There is no total in USD, because exchange rates are missing: JPY for ${missing('JPY')} bills`,
  )
  expect(first).toContain(`KWD for ${missing('KWD')} bills`)
  await importRates(...allRates.filter((line) => !line.startsWith('2026-02-08,KWD')))
  const late = inPeriod.filter(
    ({ currency, day }) => currency === 'KWD' && day >= '2026-02-09' && day < '2026-02-15',
  )
  expect(late.length).toBeGreaterThan(0)
  expect((await notes())[0]).toBe(
    `There is no total in USD, because exchange rates are missing: KWD for ${late.length === 1 ? '1 bill' : `${late.length} bills, the first`} processed on 2/${Math.min(...late.map(({ day }) => Number(day.slice(-2))))}/2026. Each currency has its own figures below.`,
  )
})

test('the total in the base currency equals the sum of the bills, converted one by one with integers', async () => {
  await importRates(...allRates)
  const [section] = (await show(staff)).sections
  expect(section?.title).toBe('All currencies in USD')
  const [saved, , charges, repriced, counted] = section?.figures ?? []
  const { states, ...expected } = expectTotal(inPeriod)
  const [savedShown, chargesShown, repricedShown] = [saved, charges, repriced].map((figure) =>
    toUsd(figure?.value),
  )
  expect({ charges: chargesShown, repriced: repricedShown, saved: savedShown }).toEqual(expected)
  expect(saved?.parts.map(({ value }) => toUsd(value))).toEqual(states)
  expect(counted?.value).toEqual({ count: inPeriod.length, unit: '' })
  const [table] = section?.tables ?? []
  for (const { label, values } of table?.rows ?? []) {
    const { states: _, ...sums } = expectTotal(inPeriod.filter(({ currency }) => currency === label))
    expect(values.slice(1, 4).map(toUsd)).toEqual([sums.charges, sums.repriced, sums.saved])
  }
  expect(table?.rows.map(({ label }) => label).toSorted()).toEqual(['JPY', 'KWD', 'USD'])
  expect(table?.note).toContain('JPY: Bank of Test, rates of 3/1/2026 – 5/27/2026.')
})

test('an earlier period is compared only if its rates are known', async () => {
  const compared = async () => (await show(staff)).sections[0]?.figures[0]?.earlier.map(({ label }) => label)
  expect(await compared()).toEqual(['Prior period'])
  const before = rates.flatMap(({ day, JPY, KWD }) => {
    const lastYear = day.replace('2026', '2025')
    return [toLine('JPY', lastYear, JPY), toLine('KWD', lastYear, KWD)]
  })
  await importRates(...before)
  expect(await compared()).toEqual(['Prior period', 'Same period last year'])
})

test('a report whose bills are all in the base currency has no second total', async () => {
  const { sections } = await show(staff, { StartDate: '2026-04-01', EndDate: '2026-04-01' })
  expect(sections.filter(({ figures }) => figures.length > 0).map(({ title }) => title)).toEqual(['USD'])
})
