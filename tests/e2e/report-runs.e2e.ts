import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ReportRun } from '#reports/contract.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { captureDocument, expectSaved } from './documents.ts'
import type { PortalProcess } from './portal-process.ts'
import { expect, test } from './portal-test.ts'
import { fillInDates, openReports, report, submit } from './reports.ts'
import { signIn } from './staff.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|404|500|503)|Failed to load resource/],
})

const id = '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e4f'
const path = `/report/${id}`
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Rows done' })

/** A mocked report run; the test sets the next response. */
async function mockRun(page: Page, first: Partial<ReportRun>) {
  const run = { id, name: 'Bill Detail', period: '1/1/2026 – 6/30/2026', rows: 40_000, keptUntil: null }
  let now = { ...run, state: 'running', rowsDone: 0, ...first }
  const asked: string[] = []
  await page.route(`/api/reports/runs/${id}`, (route) => {
    asked.push(now.state)
    return route.fulfill({ json: now })
  })
  return {
    asked,
    tell: (next: Partial<ReportRun>) => {
      now = { ...now, ...next }
    },
    get now() {
      return now
    },
  }
}

test('a large report shows its progress and completion without a reload', async ({ page }) => {
  const run = await mockRun(page, { state: 'waiting' })
  await signIn(page, 'alpine', path)
  await expect(page.getByRole('heading', { level: 1, name: 'Bill Detail' })).toBeVisible()
  await expect(page.getByText('1/1/2026 – 6/30/2026')).toBeVisible()
  await expect(page.getByText('Your report is queued.').first()).toBeVisible()
  await expect(progress(page)).not.toHaveAttribute('value')
  await expectGoodOnAllScreens(page)
  run.tell({ state: 'running', rowsDone: 12_345 })
  await expect(page.getByText('12,345 of 40,000 rows')).toBeVisible()
  await expect(progress(page)).toHaveAttribute('value', '30')
  await expect(page.getByRole('status').filter({ hasText: '30 percent of 40,000 rows done' })).toBeAttached()
  await expect(page).toHaveTitle('Bill Detail: in progress · Harborline Assistance')
  await expectGoodOnAllScreens(page)
  await page.getByRole('button', { name: 'Cancel' }).focus()
  run.tell({ state: 'done', rowsDone: 40_000, keptUntil: '2026-07-01T02:05:00Z' })
  await expect(page.getByText('The report is ready: 40,000 rows.')).toBeVisible()
  await expect(page.getByText('Available until 6/30/2026 10:05 PM.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Progress' })).toBeFocused()
  await expect(page).toHaveTitle('Bill Detail: ready · Harborline Assistance')
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Open report' })).toBeFocused()
})

test('canceling a report by keyboard returns to the reports', async ({ page }) => {
  const run = await mockRun(page, { rowsDone: 100 })
  await page.route(`/api/reports/runs/${id}/cancel`, (route) => {
    run.tell({ state: 'cancelled' })
    return route.fulfill({ json: run.now })
  })
  await signIn(page, 'alpine', path)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('The report was canceled.')
  await expectGoodOnAllScreens(page)
  await page.reload()
  await expect(page.getByRole('status')).toContainText('The report was canceled.')
  await page.getByRole('link', { name: 'Back to reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
})

test('a failed report shows what to do', async ({ page }) => {
  await mockRun(page, { state: 'failed' })
  await signIn(page, 'alpine', path)
  await expect(page.getByRole('status')).toContainText("We couldn't create the report.")
  await expect(page.getByText('Run it again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to reports' })).toBeVisible()
  await expectGoodOnAllScreens(page)
})

test('a failed cancellation shows an error, and the report continues', async ({ page }) => {
  const run = await mockRun(page, { rowsDone: 100 })
  await page.route(`/api/reports/runs/${id}/cancel`, (route) => route.abort())
  await signIn(page, 'alpine', path)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText("We couldn't cancel the report. Please try again.")
  await expect(page.getByText('100 of 40,000 rows')).toBeVisible()
  run.tell({ state: 'cancelled' })
  await expect(page.getByRole('status')).toContainText('The report was canceled.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('polling slows down over time and stops when the page is hidden or the report is done', async ({
  page,
}) => {
  await page.clock.install()
  const run = await mockRun(page, { rowsDone: 1 })
  let finished = 0
  page.on('requestfinished', (request) => {
    finished += request.url().endsWith(`/api/reports/runs/${id}`) ? 1 : 0
  })
  await signIn(page, 'alpine', path)
  await expect(progress(page)).toBeVisible()
  const asksIn = async (seconds: number) => {
    const before = run.asked.length
    for (let passed = 0; passed < seconds; passed += 1) {
      await page.clock.runFor(1000)
      // Only the page's clock is simulated: the next second begins once the page has the response to every request.
      await expect.poll(() => finished).toBe(run.asked.length)
    }
    return run.asked.length - before
  }
  const soon = await asksIn(10)
  await asksIn(80)
  const late = await asksIn(40)
  expect(soon).toBeGreaterThan(4)
  expect(late).toBeLessThan(8)
  expect(late).toBeGreaterThan(0)
  await look(page, 'hidden')
  await asksIn(12)
  expect(await asksIn(60)).toBe(0)
  run.tell({ state: 'done', rowsDone: 40_000 })
  await look(page, 'visible')
  await expect(page.getByText('The report is ready: 40,000 rows.')).toBeVisible()
  expect(await asksIn(30)).toBe(0)
})

/** Simulates hiding and showing the page. */
const look = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    window.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('while the portal is unreachable, the page says so, keeps its state, and recovers', async ({ page }) => {
  const run = await mockRun(page, { rowsDone: 500 })
  await signIn(page, 'alpine', path)
  await expect(page.getByText('500 of 40,000 rows')).toBeVisible()
  await page.route(`/api/reports/runs/${id}`, (route) => route.abort())
  await expect(page.getByText("We've lost contact with the portal.")).toBeVisible()
  await expect(page.getByText('500 of 40,000 rows')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.route(`/api/reports/runs/${id}`, (route) =>
    route.fulfill({ json: { ...run.now, rowsDone: 900 } }),
  )
  await expect(page.getByText('900 of 40,000 rows')).toBeVisible()
  await expect(page.getByText("We've lost contact")).toHaveCount(0)
})

test('progress that fails to load can be retried', async ({ page }) => {
  await page.route(`/api/reports/runs/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await signIn(page, 'alpine', path)
  await expect(page.getByText('An error occurred retrieving report progress.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.unroute(`/api/reports/runs/${id}`)
  await mockRun(page, { rowsDone: 7 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('7 of 40,000 rows')).toBeVisible()
})

test('an unknown or malformed run id shows the not-found page', async ({ page }) => {
  for (const nowhere of [path, '/report/nothing']) {
    await signIn(page, 'alpine', nowhere)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})

test('a report over 10,000 rows runs in the background, opens in place of its progress, and is private', async ({
  page,
  context,
  portal,
  browser,
}) => {
  test.slow()
  await importManyBills(portal, 10_500)
  await openReports(page)
  await report(page).selectOption('Bill Detail')
  await page.getByLabel('All Clients').uncheck()
  await page.getByLabel('Available clients').selectOption('Alpine Business Travel')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await fillInDates(page, '1/1/2020', '12/31/2020')
  const opened = context.waitForEvent('page')
  await submit(page)
  const made = await opened
  await expect(made).toHaveURL(/\/report\/[0-9a-f-]{36}$/)
  await expect(made.getByRole('heading', { level: 1, name: 'Bill Detail' })).toBeVisible()
  const ready = made.getByText('The report is ready: 10,500 rows.')
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await made.reload()
  await expect(ready).toBeVisible()

  const stranger = await browser.newContext({ baseURL: portal.address })
  const theirs = await stranger.newPage()
  await signIn(theirs, 'lagoon', new URL(made.url()).pathname)
  await expect(theirs.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await stranger.close()

  const { answer } = await captureDocument(context, '/api/reports/run.pdf')
  await made.getByRole('button', { name: 'Open report' }).click()
  const { fields, hasTicket, status, words, pdf } = await answer
  expect([Object.keys(fields), hasTicket, status]).toEqual([['Run'], true, 200])
  expect(words[0]).toContain('Bill Detail')
  expect(words.join(' ')).toContain('MANY-10500')
  await expectSaved(made, () => pdf, /^Bill-Detail-2020-01-01-2020-12-31\.pdf$/)
  await made.reload()
  await expectSaved(made, () => pdf, /^Bill-Detail-2020-01-01-2020-12-31\.pdf$/)
  await made.goBack()
  await expect(ready).toBeVisible()
})

/** One patient of Alpine Business Travel with a given number of bills in 2020. */
async function importManyBills(portal: PortalProcess, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'many-bills-of-browser-tests-'))
  await mkdir(join(folder, 'files'))
  const bills = Array.from(
    { length: count },
    (_, at) =>
      `MANY-${at + 1},99000000099,Mercy Hospital,2020-03-01,2020-03-02,USD,100.00,60.00,2020-04-01,Paid,,`,
  )
  const files = {
    'patients.csv': [
      'patientCode,client,lastName,firstName,dateOfBirth',
      'MANY-1,ALP2,Multitude,Mara,1980-01-01',
    ],
    'incidents.csv': [
      'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary',
      '99000000099,MANY-1,,2020-03-01,Many bills,2020-03-01,',
    ],
    'bills.csv': [
      'itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd',
      ...bills,
    ],
  }
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(folder, name), [...lines, ''].join('\n'))
  const { exitCode, output } = await portal.command('import', 'cases', folder)
  await rm(folder, { recursive: true })
  if (exitCode !== 0) throw new Error(output)
}
