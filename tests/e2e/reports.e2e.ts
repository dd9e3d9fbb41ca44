import { expectGoodOnAllScreens } from './cases.ts'
import { captureDocument, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { fillInDates, openReports, report, reportPdf, submit } from './reports.ts'
import { openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const halfYear = ['1/1/2026', '6/30/2026'] as const

test('a keyboard user chooses a report, which opens as a PDF in a new window', async ({ page, context }) => {
  await openReports(page)
  await expect(page).toHaveTitle('Reports · Harborline Assistance')
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
  expect(rest).toEqual({
    fields: {
      Clients: 'ALP1,ALP2,ALP3',
      StartDate: '2026-01-01',
      EndDate: '2026-06-30',
      ReportCode: 'SAVINGS',
    },
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
})

test('each report of a client opens with its name, period and clients on the first page', async ({
  page,
  context,
}) => {
  await openReports(page)
  await fillInDates(page, ...halfYear)
  await expect(report(page).getByRole('option')).toHaveText([
    '--Select a report--',
    'Savings Summary',
    'Bill Detail',
    'Case Activity',
    'Pending Authorization Aging',
  ])
  for (const name of ['Savings Summary', 'Bill Detail', 'Case Activity', 'Pending Authorization Aging']) {
    await report(page).selectOption(name)
    if (name === 'Pending Authorization Aging')
      await page.getByLabel('Client', { exact: true }).selectOption('Alpine Students Abroad')
    const { answer } = await captureDocument(context, reportPdf)
    const opened = context.waitForEvent('page')
    await submit(page)
    const { status, words } = await answer
    expect(status, name).toBe(200)
    for (const shown of [name, '1/1/2026 – 6/30/2026', 'Alpine Students Abroad'])
      expect(words[0], name).toContain(shown)
    await (await opened).close()
  }
})

test('all missing fields are listed with links to them, and no request is sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/tickets')) asked.push(request.url())
  })
  await openReports(page)
  await page.getByLabel('All Clients').uncheck()
  await submit(page)
  const summary = page.getByRole('region', { name: 'Please check these fields:' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Clients must be selected.',
    'Report type must be selected.',
    'Start and end dates are required fields.',
  ])
  await expectGoodOnAllScreens(page)
  await summary.getByRole('link', { name: 'Report type must be selected.' }).click()
  await expect(report(page)).toBeFocused()
  await expect(report(page)).toHaveAccessibleDescription('Report type must be selected.')
  await report(page).selectOption('Savings Summary')
  await page.getByRole('button', { name: 'Add all' }).click()
  await fillInDates(page, '3/2/2026', '3/1/2026')
  await expect(summary.getByRole('link')).toHaveText(['Start Date cannot be greater than End Date.'])
  await fillInDates(page, '', '')
  const missing = 'Start and end dates are required fields.'
  await expect(summary.getByRole('link')).toHaveText([missing])
  await expect(page.getByLabel('Start Date')).toHaveAccessibleDescription(missing)
  await expect(page.getByLabel('End Date')).toHaveAccessibleDescription(missing)
  await fillInDates(page, '3/1/2026', 'soon')
  await expect(summary.getByRole('link')).toHaveText([
    'Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.',
  ])
  await submit(page)
  await expect(summary).toBeFocused()
  await summary.getByRole('link').click()
  await expect(page.getByLabel('End Date')).toBeFocused()
  expect(asked).toEqual([])
})

test('a single-client report asks for one client and ignores the clients chosen for other reports', async ({
  page,
  context,
}) => {
  await openReports(page)
  await fillInDates(page, ...halfYear)
  await report(page).selectOption('Pending Authorization Aging')
  const client = page.getByLabel('Client', { exact: true })
  await expect(page.getByLabel('All Clients')).toHaveCount(0)
  await expect(client).toHaveValue('')
  await submit(page)
  await expect(page.getByRole('region', { name: 'Please check these fields:' }).getByRole('link')).toHaveText(
    ['A Client must be selected.'],
  )
  await expectGoodOnAllScreens(page)
  await client.selectOption('Alpine Business Travel')
  const { answer } = await captureDocument(context, reportPdf)
  const opened = context.waitForEvent('page')
  await submit(page)
  expect((await answer).fields).toMatchObject({ Clients: 'ALP2', ReportCode: 'AUTHAGING' })
  await (await opened).close()
  await report(page).selectOption('Bill Detail')
  await expect(page.getByLabel('All Clients')).toBeChecked()
})

test('quick ranges fill in the dates by the portal’s time zone', async ({ page }) => {
  await page.clock.install()
  await openReports(page)
  await page.clock.setSystemTime(new Date('2026-08-01T01:00:00Z'))
  const usual = page.getByRole('group', { name: 'Quick ranges' })
  for (const [name, start, end] of [
    ['This month', '7/1/2026', '7/31/2026'],
    ['Last month', '6/1/2026', '6/30/2026'],
    ['This quarter', '7/1/2026', '7/31/2026'],
    ['Last quarter', '4/1/2026', '6/30/2026'],
    ['Last 6 months', '1/1/2026', '6/30/2026'],
    ['This year', '1/1/2026', '7/31/2026'],
  ] as const) {
    await usual.getByRole('button', { name }).click()
    await expect(page.getByLabel('Start Date')).toHaveValue(start)
    await expect(page.getByLabel('End Date')).toHaveValue(end)
  }
})

test('the form values survive navigation and reload until reset', async ({ page }) => {
  await openReports(page)
  await report(page).selectOption('Bill Detail')
  await fillInDates(page, ...halfYear)
  await page.getByLabel('All Clients').uncheck()
  await page.getByLabel('Available clients').selectOption('Alpine Leisure Travel')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Patient Search' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Patient Search' })).toBeVisible()
  await page.getByRole('link', { name: 'Reports' }).click()
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(report(page)).toHaveValue('BILLDETAIL')
    await expect(page.getByLabel('Selected clients').getByRole('option')).toHaveText([
      'Alpine Leisure Travel',
    ])
    await expect(page.getByLabel('End Date')).toHaveValue('6/30/2026')
  }
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(report(page)).toHaveValue('')
  await expect(page.getByLabel('Start Date')).toHaveValue('')
  await expect(page.getByLabel('All Clients')).toBeChecked()
})

test('a user with one report and one client has no Reports link, and both are preselected on the page', async ({
  page,
  context,
}) => {
  await openReports(page, 'lagoon')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }),
  ).toHaveCount(0)
  await expect(report(page).getByRole('option')).toHaveCount(1)
  await expect(page.getByLabel('Client', { exact: true }).getByRole('option')).toHaveText([
    'Lagoon Health Plan',
  ])
  await fillInDates(page, ...halfYear)
  await expectGoodOnAllScreens(page)
  const { answer } = await captureDocument(context, reportPdf)
  const opened = context.waitForEvent('page')
  await submit(page)
  const { fields, words } = await answer
  expect(fields.Clients).toBe('LAG1')
  expect(words[0]).toContain('Lagoon Health Plan')
  await (await opened).close()
})

test('internal staff have the reports of the current client', async ({ page, context }) => {
  await signIn(page, 'internal')
  await openClient(page, 'Lagoon Health Plan')
  await page.goto('/reports')
  await fillInDates(page, ...halfYear)
  const { answer } = await captureDocument(context, reportPdf)
  const opened = context.waitForEvent('page')
  await submit(page)
  const { status, words } = await answer
  expect(status).toBe(200)
  expect(words[0]).toContain('Lagoon Health Plan')
  await (await opened).close()
})

test('the page stays usable on a phone with text at 200%', async ({ page }) => {
  await openReports(page)
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
    await expectAccessible(page)
  }
})
