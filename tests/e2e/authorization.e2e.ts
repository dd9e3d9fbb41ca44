import type { Page } from '@playwright/test'
import {
  choose,
  expectPdf,
  importItns,
  listPending,
  openAuthorizations,
  openBill,
  reviewDialog,
  submit,
} from './authorizations.ts'
import { columnCells, expectGoodOnAllScreens, showAllColumns } from './cases.ts'
import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importItns(portal, 'LOOK', 3))

const list = 'Pending authorizations'
const range = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeVisible()

test('pending authorizations are listed longest wait first, with all fields and a chart of waiting times', async ({
  page,
}) => {
  await listPending(page)
  await showAllColumns(page)
  await page.getByRole('textbox', { name: 'Provider' }).fill('mercy look')
  for (const shown of [
    ...['LOOK01', '1/1/2026 7:00 AM', 'Quillfeather, Ada', 'Mercy LOOK Hospital', '11/20/2025-11/21/2025'],
    ...['$1,250.50', 'USD', 'Alpine Students Abroad', 'North HMO', 'POL-01'],
  ])
    await expect(page.getByRole('table', { name: list }).getByRole('row').nth(1)).toContainText(shown)
  await expect(columnCells(page, list, 4).first()).toHaveText(/^\d+ days$/)
  await expect(page.getByRole('table', { name: 'Time waiting' })).toContainText('More than 60 days')
  await expectGoodOnAllScreens(page)
})

test('the list sorts by received date or by amount within each currency, and remembers the page size', async ({
  page,
}) => {
  await listPending(page)
  await showAllColumns(page)
  await page.getByRole('button', { name: 'Total Charge' }).click()
  await expect(columnCells(page, list, 8).first()).toHaveText(/^CA\$/)
  await page.getByRole('button', { name: 'Received' }).click()
  await expect(columnCells(page, list, 1).first()).toHaveText(/^(LOOK|TEN|BAD|WRONG|KEYS|SLOW|LONG)\d\d$/)
  await page.getByRole('button', { name: 'Received' }).click()
  await expect(columnCells(page, list, 1).first()).toHaveText(/^ITN/)
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

test('an action enables only its own inputs with defaults, and the next bill starts empty', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'LOOK01')
  const input = (name: string | RegExp) => reviewDialog(page).getByLabel(name)
  const inputs = {
    Approve: [/^Patient Responsibility/, /^Maximum Covered/],
    Deny: ['Reason for Denial'],
    'Additional Info Needed': ['Info Required'],
    'Other - Special Handling': ['Special Handling Comment'],
  }
  await expect(reviewDialog(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  for (const chosen of Object.keys(inputs)) {
    await choose(page, chosen)
    for (const [action, names] of Object.entries(inputs))
      for (const name of names) await expect(input(name)).toBeEnabled({ enabled: action === chosen })
  }
  await expect(input('Reason for Denial')).toHaveValue('0188')
  await expect(input('Info Required')).toHaveValue('0507')
  await input('Special Handling Comment').fill('  Zoë 🙂 ')
  await expect(reviewDialog(page).getByText('5 / 500')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await reviewDialog(page).getByRole('button', { name: 'Next' }).click()
  await reviewDialog(page).getByRole('button', { name: 'Previous' }).click()
  await expect(reviewDialog(page, 'LOOK01')).toBeVisible()
  await expect(reviewDialog(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(input(/^Patient Responsibility/)).toHaveValue('0')
  await expect(input('Reason for Denial')).toHaveValue('0')
  await expect(input('Special Handling Comment')).toHaveValue('')
  await reviewDialog(page).getByRole('button', { name: 'Previous' }).click()
  await expect(reviewDialog(page)).toHaveCount(0)
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

test('the client chooser narrows the list, requires a client, and reports an empty list', async ({
  page,
}) => {
  const askedOfAll = page.waitForRequest('/api/itn/bills')
  await openAuthorizations(page)
  expect((await askedOfAll).postDataJSON()).toEqual({ clients: ['ALP1', 'ALP2', 'ALP3'] })
  await page.getByLabel('All Clients').uncheck()
  await submit(page)
  await expect(page.getByRole('link', { name: 'Clients: Please select at least one client' })).toBeVisible()
  await page.getByLabel('Available clients').selectOption('Alpine Students Abroad')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const asked = page.waitForRequest('/api/itn/bills')
  await submit(page)
  expect((await asked).postDataJSON()).toEqual({ clients: ['ALP3'] })
  await expect(page.getByRole('table', { name: list })).toContainText('LOOK01')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('table', { name: list })).toHaveCount(0)
  await page.route('/api/itn/bills', (route) =>
    route.fulfill({ json: { bills: [], notice: null, mayDecide: true } }),
  )
  await submit(page)
  await expect(page.getByText('Your search returned no results')).toBeVisible()
  await expectGoodOnAllScreens(page)
})

test('a user without permission to make decisions sees bills in a read-only panel', async ({ page }) => {
  await signIn(page, 'internal')
  await page.getByRole('combobox').fill('Alpine')
  await page.getByRole('option', { name: 'Alpine Travel Insurance' }).click()
  await page.getByRole('button', { name: 'Go to Selected Client Portal' }).click()
  await page.getByRole('link', { name: 'Authorization' }).click()
  await expect(page.getByRole('button', { name: /^Decide: / })).toHaveCount(0)
  await page.getByLabel('Provider').fill('mercy look')
  await page.getByRole('button', { name: 'View: ITN LOOK01' }).click()
  await expectPdf(page, 'LOOK01')
  await expect(reviewDialog(page)).toContainText('You can view pending authorizations but not decide them.')
  await expect(reviewDialog(page).getByRole('radio')).toHaveCount(0)
  await expect(reviewDialog(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(reviewDialog(page)).toHaveCount(0)
})

test('a client without authorizations has no link to them and no page', async ({ page }) => {
  await signIn(page, 'lagoon', '/authorization')
  await expect(page.getByRole('link', { name: 'Authorization' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
