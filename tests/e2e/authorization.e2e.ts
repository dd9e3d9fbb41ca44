import type { Page } from '@playwright/test'
import { expectPdf, importItns, listPending, openBill, reviewDialog } from './authorizations.ts'
import { columnCells, expectGoodOnAllScreens, showAllColumns } from './cases.ts'
import { expect, test } from './portal-test.ts'
import { openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importItns(portal, 'LOOK', 3))

const list = 'Pending authorizations'
const range = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeVisible()

test('pending authorizations are listed with all fields and by the time left', async ({ page }) => {
  await listPending(page)
  await showAllColumns(page)
  await page.getByRole('textbox', { name: 'Provider' }).fill('mercy look')
  for (const shown of [
    ...['LOOK01', '1/1/2026 7:00 AM', 'Quillfeather, Ada', 'Mercy LOOK Hospital', '11/20/2025-11/21/2025'],
    ...['$1,250.50', 'USD', 'Alpine Students Abroad', 'North HMO', 'POL-01'],
  ])
    await expect(page.getByRole('table', { name: list }).getByRole('row').nth(1)).toContainText(shown)
  await expect(columnCells(page, list, 3).first()).toHaveText(/^LOOK01 \d+ days$/)
  await expect(page.getByRole('button', { name: /^3 No due time/ })).toBeVisible()
  await expectGoodOnAllScreens(page)
})

test('the list sorts by received date or by amount within each currency, and remembers the page size', async ({
  page,
}) => {
  await listPending(page)
  await showAllColumns(page)
  await page.getByRole('button', { name: 'Total Charge' }).click()
  await expect(columnCells(page, list, 5).first()).toHaveText(/^CA\$/)
  await page.getByRole('button', { name: 'Received' }).click()
  await expect(columnCells(page, list, 3).first()).not.toHaveText(/^ITN/)
  await page.getByRole('button', { name: 'Received' }).click()
  await expect(columnCells(page, list, 3).first()).toHaveText(/^ITN/)
  await page.getByLabel('Rows per page').selectOption('25')
  await range(page, /^1–25 of \d+$/)
  expect(await page.evaluate(() => localStorage.getItem('Authorization_ResultSize'))).toBe('25')
})

test('filters narrow the list by client, currency, provider and amount, and Next skips hidden bills', async ({
  page,
}) => {
  await listPending(page)
  const only = page.getByRole('group', { name: 'Filter' })
  await only.getByLabel('Client').selectOption('Alpine Students Abroad')
  await only.getByLabel('Currency').selectOption('USD')
  await only.getByLabel('Provider').fill('mercy look')
  await expect(page.getByText(/^3 of \d+ shown$/)).toBeVisible()
  await only.getByLabel('Total charge from').fill('1250.51')
  await expect(page.getByText('No pending authorizations match these filters.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await only.getByLabel('Total charge from').fill('1,250.50')
  await only.getByLabel('Total charge to').fill('1250.50')
  await openBill(page, 'LOOK02')
  await expect(reviewDialog(page)).toContainText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await expectPdf(page, 'LOOK03')
  await page.keyboard.press('ArrowRight')
  await expect(reviewDialog(page)).toHaveCount(0)
  await only.getByRole('button', { name: 'Clear filters' }).click()
  await range(page, /^1–10 of \d+$/)
})

test('the open PDF has readable text and can be zoomed, and the next one is prefetched', async ({ page }) => {
  await listPending(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(/^.*\/itn\//, '')))
  const ahead = page.waitForResponse('/api/itn/pdf/LOOK02?ahead=true')
  await openBill(page, 'LOOK01')
  await (await ahead).finished()
  const pane = page.getByRole('region', { name: 'PDF of ITN LOOK01' })
  await expect(pane).toHaveCSS('height', '600px')
  await expect(pane).toContainText('Bill for Authorization')
  const width = () => pane.locator('canvas').evaluate(({ clientWidth }) => clientWidth)
  const before = await width()
  await reviewDialog(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  const downloading = page.waitForEvent('download')
  await reviewDialog(page).getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('itn-LOOK01.pdf')
  await expect(reviewDialog(page).getByRole('button', { name: 'Print' })).toBeVisible()
  expect(asked).not.toContain('shown')
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await expectPdf(page, 'LOOK02')
  await expect.poll(() => asked.filter((path) => path === 'shown')).toHaveLength(1)
  expect(asked.filter((path) => path.startsWith('pdf/LOOK02'))).toEqual(['pdf/LOOK02?ahead=true'])
})

test('internal staff read the authorizations of the client they view and decide none', async ({ page }) => {
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
  await page.goto('/authorization')
  await page.getByLabel('Provider').fill('LOOK')
  await page.getByRole('button', { name: 'View: ITN LOOK01' }).click()
  await expectPdf(page, 'LOOK01')
  await expect(reviewDialog(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectGoodOnAllScreens(page)
})

test('a client without authorizations has no link to them and no page', async ({ page }) => {
  await signIn(page, 'lagoon', '/authorization')
  await expect(page.getByRole('link', { name: 'Authorizations' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
