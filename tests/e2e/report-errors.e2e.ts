import { expectGoodOnAllScreens } from './cases.ts'
import { expect, test } from './portal-test.ts'
import { fillInDates, openReports, report, submit } from './reports.ts'
import { signIn } from './staff.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|404|500|503)|Failed to load resource/],
})

test('a report without data shows a message in a window that returns to the reports', async ({
  page,
  context,
}) => {
  await openReports(page)
  await report(page).selectOption('Savings Summary')
  await fillInDates(page, '1/1/1999', '1/2/1999')
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
  await expect(page.getByLabel('Start Date')).toHaveValue('1/1/1999')
})

test('a blocked pop-up shows an explanation and uses no ticket', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/tickets')) asked.push(request.url())
  })
  await openReports(page)
  await report(page).selectOption('Savings Summary')
  await fillInDates(page, '1/1/2026', '6/30/2026')
  await submit(page)
  await expect(page.getByRole('alert')).toContainText(
    'Your browser blocked the new window. Please allow pop-up windows for this site, then try again.',
  )
  expect(asked).toEqual([])
  await expectGoodOnAllScreens(page)
})

test('a report without a ticket shows an error, and its window closes', async ({ page, context }) => {
  await openReports(page)
  await page.route('/api/tickets', (route) => route.fulfill({ status: 500, json: {} }))
  await report(page).selectOption('Savings Summary')
  await fillInDates(page, '1/1/2026', '6/30/2026')
  await submit(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred opening the document.')
  await expect.poll(() => context.pages()).toHaveLength(1)
})

test('while clients load, the form says so, rejects a report and can retry a failed load', async ({
  page,
}) => {
  await signIn(page, 'alpine')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('/api/clientconfiguration/*', async (route) => {
    await held
    await route.abort()
  })
  await page.evaluate(() => localStorage.removeItem('clientConfiguration'))
  await page.goto('/reports')
  await expect(page.getByText('** Clients Loading **')).toBeVisible()
  await submit(page)
  await expect(page.getByRole('alert')).toContainText(
    'Client list is not yet initialized and is required for search. Please try again in a moment.',
  )
  await expectGoodOnAllScreens(page)
  letGo()
  await expect(
    page.getByText('An error occurred retrieving configuration data needed to process your request.'),
  ).toBeVisible()
  await page.unroute('/api/clientconfiguration/*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('All Clients')).toBeVisible()
  await expect(report(page).getByRole('option')).toHaveCount(5)
})

test('a client without reports has no Reports page', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.route('/api/clientconfiguration/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), reports: [] } })
  })
  await page.evaluate(() => localStorage.removeItem('clientConfiguration'))
  await page.goto('/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('without a session, report pages redirect to the start page', async ({ page }) => {
  for (const path of ['/reports', '/report/0198f7a2-0000-7000-8000-000000000000']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})
