import { expectGoodOnAllScreens } from './cases.ts'
import { captureDocument, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { fillInDates, openReports, report, reportPdf, submit } from './reports.ts'
import { openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const halfYear = ['1/1/2026', '6/30/2026'] as const
const others = ['Bill Detail', 'Case Activity', 'Pending Authorization Aging']

test('a keyboard user chooses a report, which opens as a PDF in a new window, and so do the other reports', async ({
  page,
  context,
}) => {
  await openReports(page)
  await expect(page).toHaveTitle('Reports · Harborline Assistance')
  await expect(report(page).getByRole('option')).toHaveText([
    '--Select a report--',
    'Savings Summary',
    ...others,
  ])
  await tabTo(page, report(page))
  await page.keyboard.type('Savings')
  await expect(page.getByText('Charges, repriced amounts and savings: in total')).toBeVisible()
  await tabTo(page, page.getByLabel('Start Date'))
  await page.keyboard.type('2026-01-01')
  await tabTo(page, page.getByLabel('End Date'))
  await page.keyboard.type('06-30-26')
  await expectGoodOnAllScreens(page)
  const { answer } = await captureDocument(context, reportPdf)
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const { words, pdf, ...rest } = await answer
  const dates = { StartDate: '2026-01-01', EndDate: '2026-06-30' }
  expect(rest).toEqual({
    fields: { Clients: 'ALP1,ALP2,ALP3', ...dates, ReportCode: 'SAVINGS' },
    hasTicket: true,
    status: 200,
  })
  expect(words[0]).toContain('Savings Summary')
  for (const size of [sizes.phone, sizes.desktop]) {
    await (await opened).setViewportSize(size)
    await expect(async () => expectToFit(await opened)).toPass()
  }
  await expectSaved(await opened, () => pdf, /^Savings-Summary-2026-01-01-2026-06-30\.pdf$/)
  await (await opened).close()
  for (const name of others) {
    await report(page).selectOption(name)
    if (name === 'Pending Authorization Aging')
      await page.getByLabel('Client', { exact: true }).selectOption('Alpine Students Abroad')
    const next = await captureDocument(context, reportPdf)
    const another = context.waitForEvent('page')
    await submit(page)
    const { status, words: found } = await next.answer
    expect(status, name).toBe(200)
    for (const shown of [name, '1/1/2026 – 6/30/2026', 'Alpine Students Abroad'])
      expect(found[0], name).toContain(shown)
    await (await another).close()
  }
})

test('a report without data says so in a window that returns to the reports, which keep their values until reset', async ({
  page,
  context,
}) => {
  await openReports(page)
  await report(page).selectOption('Bill Detail')
  await fillInDates(page, '1/1/1999', '1/2/1999')
  await page.getByLabel('All Clients').uncheck()
  await page.getByLabel('Available clients').selectOption('Alpine Leisure Travel')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const opened = context.waitForEvent('page')
  await submit(page)
  const found = await opened
  await expect(found).toHaveURL('/no-data')
  await expect(found.getByRole('heading', { level: 1, name: 'No Report Data Found' })).toBeVisible()
  await expect(found.getByRole('link', { name: 'Back to reports' })).toHaveAttribute('href', '/reports')
  await expectGoodOnAllScreens(found)
  const closed = found.waitForEvent('close')
  // The window can close before the click is reported as done.
  await Promise.allSettled([found.getByRole('button', { name: 'Close this window' }).click()])
  await closed
  await page.goto('/no-data')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No Report Data Found')
  await expect(page.getByRole('button', { name: 'Close this window' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to reports' }).click()
  await expect(report(page)).toHaveValue('BILLDETAIL')
  await expect(page.getByLabel('Selected clients').getByRole('option')).toHaveText(['Alpine Leisure Travel'])
  await expect(page.getByLabel('Start Date')).toHaveValue('1/1/1999')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(report(page)).toHaveValue('')
  await expect(page.getByLabel('End Date')).toHaveValue('')
  await expect(page.getByLabel('All Clients')).toBeChecked()

  // Text at 200%.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [sizes.phone.width, 320]) {
    await page.setViewportSize({ ...sizes.phone, width })
    for (const name of ['Submit', 'Reset', 'Last 6 months']) {
      const button = page.getByRole('button', { name })
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    await expectToFit(page)
    await submit(page)
    await expect(page.getByText('Report type must be selected.').first()).toBeVisible()
    await expectToFit(page)
  }
})

test('a report opens on the page, leads from a figure to its bills and a case, and keeps its address', async ({
  page,
}) => {
  await openReports(page)
  await report(page).selectOption('Savings Summary')
  await page.getByRole('button', { name: 'Year to date' }).click()
  await page.getByRole('button', { name: 'Show report' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Savings Summary')
  await expectGoodOnAllScreens(page)
  await page.reload()
  await page.getByRole('heading', { name: 'USD', exact: true }).click()
  const figures = page.getByRole('list', { name: 'Key figures, USD' })
  const saved = await figures.getByRole('link', { name: /^Saved \$/ }).textContent()
  await figures.getByRole('link', { name: /^Saved \$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Bills')
  await expect(page.getByRole('status').filter({ hasText: `${saved} saved` })).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.getByRole('button', { name: 'Load more bills' }).click()
  await expect(page.getByText(/^Showing 100 of [\d,]+ bills, most recently processed first/)).toBeVisible()
  await page.getByRole('table', { name: 'Bills' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/patient-search\/overview\?row=/)
  await page.goBack()
  await page.getByRole('link', { name: 'Back to report' }).click()
  await expect(page).toHaveURL(/\/reports\/view\?report=SAVINGS&start=\d{4}-01-01&end=[\d-]+$/)
  for (const size of [{ width: 320, height: 640 }, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectToFit(page)
  }
})

test('internal staff have the reports of the current client', async ({ page, context }) => {
  await signIn(page, 'internal')
  await openClient(page, 'Lagoon Health Plan')
  await page.goto('/reports')
  await fillInDates(page, ...halfYear)
  const { answer } = await captureDocument(context, reportPdf)
  const opened = context.waitForEvent('page')
  await submit(page)
  const { status, words, fields } = await answer
  await (await opened).close()
  expect([status, fields.Clients]).toEqual([200, 'LAG1'])
  expect(words[0]).toContain('Lagoon Health Plan')
})
