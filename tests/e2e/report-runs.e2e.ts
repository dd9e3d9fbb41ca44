import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectGoodOnAllScreens } from './cases.ts'
import { captureDocument, expectSaved } from './documents.ts'
import type { PortalProcess } from './portal-process.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { fillInDates, openReports, report, submit } from './reports.ts'
import { signIn } from './staff.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|404|500|503)|Failed to load resource/],
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
  for (const path of ['/reports', new URL(made.url()).pathname]) {
    await theirs.goto(path)
    await expect(theirs).toHaveURL('/')
  }
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
  await expectGoodOnAllScreens(made)

  const line = page.getByRole('region', { name: 'Your large reports' }).getByRole('listitem')
  await page.reload()
  await expect(line).toContainText('The report is ready: 10,500 rows.')
  await expectGoodOnAllScreens(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [sizes.phone.width, 320]) {
    await page.setViewportSize({ width, height: sizes.phone.height })
    await expectToFit(page)
  }
  await line.getByRole('link').click()
  await expect(page).toHaveURL(made.url())
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
