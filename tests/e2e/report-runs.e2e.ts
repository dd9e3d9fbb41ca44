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
