import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { currencyScale, formatMoney } from '#platform/contract/money.ts'
import { execute, sql, withScope } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { grantReports } from '#test-support/report-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { openReport } from '../contract.ts'

type Bill = { itn: string; currency: string; charges: string; repriced: string; day: string }

/** Amounts that binary floating point gets wrong, in currencies with two, zero and three decimals. */
const bills: Bill[] = Array.from({ length: 160 }, (_, at) => {
  const currency = ['USD', 'JPY', 'KWD', 'EUR'][at % 4] as string
  const amount = (units: number) => (units / 10 ** currencyScale(currency)).toFixed(currencyScale(currency))
  return {
    itn: `F${at}`,
    currency,
    charges: amount(1_000_010 + at * 7),
    repriced: at % 5 === 0 ? '' : amount(333_330 + at * 3),
    day: `2026-0${1 + (at % 6)}-1${at % 9}`,
  }
})

/** When bills were received: just before, during and just after one day in New York (UTC-4). */
const receivedInJune = {
  'DAY-BEFORE': '2025-06-15T03:59:59Z',
  'FIRST-MINUTE': '2025-06-15T04:00:00Z',
  DECIDED: '2025-06-15T12:00:00Z',
  'LAST-MINUTE': '2025-06-16T03:59:59Z',
  'DAY-AFTER': '2025-06-16T04:00:00Z',
}

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let restoreClock: () => void
beforeAll(async () => {
  portal = await openCasePortal()
  await grantReports(portal, 'acme')
  staff = await portal.staffOf('acme')
  const lines = bills.map(
    ({ itn, currency, charges, repriced, day }, at) =>
      `${itn},24000000018,Klinikum Größe ${at % 3} – Łódź,2026-01-01,2026-01-02,${currency},${charges},${repriced},${day},Paid,,`,
  )
  const { rejects } = await portal.fixture.import({
    'bills.csv': `itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd\n${lines.join('\n')}\n`,
  })
  expect(rejects).toEqual([])
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'W1', client: 'ACME1', totalCharge: '0.10', receivedAt: '2026-06-29T23:00:00Z' },
    { itn: 'W2', client: 'ACME1', totalCharge: '0.20', receivedAt: '2026-06-20T12:00:00Z' },
    { itn: 'W3', client: 'ACME1', totalCharge: '1000', currency: 'JPY', receivedAt: '2026-03-01T12:00:00Z' },
    { itn: 'EARLIER', client: 'ACME1', totalCharge: '99', receivedAt: '2026-01-01T04:59:00Z' },
    ...Object.entries(receivedInJune).map(([itn, receivedAt]) => ({ itn, client: 'ACME1', receivedAt })),
  ])
  await withScope(portal.databaseContext.owner, scopeOfCodes(['ACME1']), (db) =>
    execute(db, sql`update authorization_request set is_pending = false where itn = 'DECIDED'`),
  )
  restoreClock = setClock(() => new Date('2026-06-30T12:00:00Z'))
  staff = await portal.staffOf('acme')
})
afterAll(async () => {
  restoreClock()
  await portal.close()
})

const form = { Clients: 'ACME1', StartDate: '2026-01-01', EndDate: '2026-06-30' }
const opened = async (ReportCode: string, change: Partial<typeof form> = {}) => {
  const response = await staff.open(openReport, { ...form, ...change, ReportCode })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}
const openedOnce = memoize((ReportCode: string) => opened(ReportCode))
const openPages = memoize(async (ReportCode: string) =>
  (await pdfPages(await openedOnce(ReportCode))).map(({ text }) => text),
)

/** Rendering starts a process, so the tests share one rendering of each report. */
function memoize<Result>(open: (code: string) => Promise<Result>) {
  const results = new Map<string, Promise<Result>>()
  return (code: string): Promise<Result> => {
    const result = results.get(code) ?? open(code)
    results.set(code, result)
    return result
  }
}

/** Computes the expected total of one currency in its smallest unit, rather than in the database. */
function expectedSum(currency: string, of: (bill: Bill) => string): string {
  const units = own(currency).reduce((sum, bill) => sum + BigInt(of(bill).replace('.', '') || '0'), 0n)
  const digits = String(units).padStart(currencyScale(currency) + 1, '0')
  const at = digits.length - currencyScale(currency)
  return formatMoney(
    currencyScale(currency) ? `${digits.slice(0, at)}.${digits.slice(at)}` : digits,
    currency,
  )
}
const stray = { itn: 'ITN2', currency: 'USD', charges: '1250.50', repriced: '900.25', day: '2026-04-01' }
const own = (currency: string) => [...bills, stray].filter((bill) => bill.currency === currency)
const expectedSaving = ({ charges, repriced, currency }: Bill) =>
  repriced === ''
    ? ''
    : String(BigInt(charges.replace('.', '')) - BigInt(repriced.replace('.', ''))).padStart(
        currencyScale(currency) + 1,
        '0',
      )

test.each(['SAVINGS', 'BILLDETAIL'])('%s totals are exact in every currency', async (code) => {
  const text = (await openPages(code)).join('\n')
  for (const currency of ['USD', 'JPY', 'KWD', 'EUR']) {
    expect(text).toContain(expectedSum(currency, ({ charges }) => charges))
    expect(text).toContain(expectedSum(currency, ({ repriced }) => repriced))
    expect(text).toContain(expectedSum(currency, expectedSaving))
    expect(text).toContain(expectedSum(currency, (bill) => (bill.repriced === '' ? bill.charges : '')))
  }
})

test('Bill Detail lists every bill once, on pages with headings and page numbers', async () => {
  const pages = await openPages('BILLDETAIL')
  const text = pages.join('\n')
  for (const { itn, charges, currency } of bills) {
    expect(text.split(new RegExp(`\\b${itn}\\b`))).toHaveLength(2)
    expect(text).toContain(formatMoney(charges, currency))
  }
  for (const [at, page] of pages.entries()) {
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`Page ${at + 1} of ${pages.length}`)
    if (/\bF\d+\b/.test(page)) expect(page).toContain('Incident #')
  }
})

test('umlauts and accents are preserved, and the first page names the date basis', async () => {
  const pages = await openPages('BILLDETAIL')
  expect(pages.join('\n')).toContain('Klinikum Größe 1 – Łódź')
  expect(pages[0]).toContain('Bills, by the date they were processed')
  expect(pages[0]).toContain('1/1/2026 – 6/30/2026')
  expect(pages[0]).toContain('6/30/2026 8:00 AM (America/New York)')
})

test('Case Activity counts activity by kind and lists the cases', async () => {
  const pages = await openPages('ACTIVITY')
  const text = pages.join('\n')
  for (const words of ['24000000017', '24000000018', 'Sampleton, Ada', 'Fell from a ladder', '161'])
    expect(text).toContain(words)
})

test('the age of pending authorizations follows the portal’s clock and time zone', async () => {
  const text = (await openPages('AUTHAGING')).join('\n')
  for (const words of ['W1', 'W2', 'W3', '$0.30', '¥1,000', '121 days', 'Less than a day'])
    expect(text).toContain(words)
  expect(text).not.toContain('EARLIER')
})

test('only authorizations received within the period and still pending are included', async () => {
  const day = { StartDate: '2025-06-15', EndDate: '2025-06-15' }
  const pages = await pdfPages(await opened('AUTHAGING', day))
  const text = pages.map((page) => page.text).join('\n')
  const named = Object.keys(receivedInJune).filter((itn) => text.includes(itn))
  expect(named).toEqual(['FIRST-MINUTE', 'LAST-MINUTE'])
})

test.each(['SAVINGS', 'BILLDETAIL', 'ACTIVITY', 'AUTHAGING'])(
  '%s renders the same rows to the same bytes',
  async (code) => {
    const [once, again] = await Promise.all([openedOnce(code), opened(code)])
    expect(once.equals(again)).toBe(true)
  },
)
