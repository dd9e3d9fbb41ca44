import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens, findByName, importCases, rows } from './cases.ts'
import { tabBackUncovered } from './keyboard.ts'
import { expect, sizes, test } from './portal-test.ts'
import { report } from './reports.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

/** News, which the demo data has on one day only. */
const news = {
  counts: { bills: 1234, authorization: 12, records: 20, documents: 9, note: 12, case: 5 },
  entries: [
    {
      kind: 'note',
      day: '2026-06-30',
      at: '2026-06-30T12:00:00.000Z',
      items: 1,
      pages: null,
      row: 'R1',
      itn: null,
      incidentNumber: '26000000158',
      patientName: 'Placeholderville, Alexandrina',
      detail: 'Called the hospital.',
      author: 'Z. Templatemere',
      totalCharge: null,
      saved: [],
    },
  ],
}

/** Savings, which the demo data has only in the months before its day. */
const savings = {
  currency: 'USD',
  charges: '1000.00',
  saved: '400.00',
  savedPercent: '40.0',
  previousPercent: '35.0',
  months: ['02', '03', '04', '05', '06', '07'].map((month) => ({
    month: `2026-${month}-01`,
    saved: '80.00',
  })),
}

test('the home page shows pending authorizations, recent activity and savings on every screen', async ({
  page,
  context,
}) => {
  await page.route('/api/today/news', (route) => route.fulfill({ json: news }))
  await page.route('/api/today/figures', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), savings: [savings] } })
  })
  await signIn(page, 'alpine')
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures.getByRole('link')).toHaveCount(2)
  await expect(figures.getByRole('link', { name: /^Pending authorizations\s+[1-9]/ })).toBeVisible()
  await expect(figures.getByRole('listitem').filter({ hasText: '% of charges' })).toBeVisible()
  await expect(page.getByRole('link', { name: '1,234 Bills' })).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Longest-waiting authorizations' })
  const content = page.getByRole('region', { name: 'From Alpine Travel Insurance' })
  const measure = async () => [await waiting.boundingBox(), await content.boundingBox()]
  await expect(content).toBeVisible()
  const [left, right] = await measure()
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  expect(right?.y).toBe(left?.y)
  await page.setViewportSize(sizes.phone)
  await expect
    .poll(async () => {
      const [above, below] = await measure()
      return below?.x === above?.x && (below?.y ?? 0) > (above?.y ?? 0)
    }, 'the content is below')
    .toBe(true)
  await expectGoodOnAllScreens(page)

  await test.step('the sticky bar covers nothing that has the focus', async () => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await tabBackUncovered(page, page.getByRole('contentinfo').getByRole('link').last(), 'header')
    await page.setViewportSize(sizes.desktop)
  })

  await test.step('a figure opens Current Activity with what it counts, in a new tab too', async () => {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^New cases/ }).click({ modifiers: ['ControlOrMeta'] })
    const criteria = (other: Page) => other.getByRole('region', { name: 'Search criteria' })
    await expect(criteria(await opened)).toContainText('New Cases · All Clients')
    const asked = page.waitForRequest('/api/currentActivity')
    await page.getByRole('link', { name: /^New cases/ }).press('Enter')
    expect((await asked).postDataJSON()).toMatchObject({ activityList: ['NEW'] })
    await expect(page).toHaveURL('/current-activity')
    await expect(criteria(page)).toContainText('New Cases · All Clients')
    await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
  })

  await test.step('Review next opens the first authorization of the queue once, by keyboard alone', async () => {
    await waiting.getByRole('button', { name: 'Review next' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^ITN\d+ 1 of \d/ })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(/\/authorization#itn=ITN\d+$/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/authorization')
    await page.reload()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await page.goto('/current-activity?from=9999-99-99&to=2026-01-01&kinds=NONE')
  await expect(page).toHaveURL('/current-activity')
  const criteria = page.getByRole('region', { name: 'Search criteria' })
  await expect(criteria).toContainText('New Cases · All Clients')
})

test('a user with one client sees only that client’s data, figures, searches and reports', async ({
  page,
}) => {
  await signIn(page, 'lagoon')
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures.getByRole('listitem')).toHaveText([/^New cases/, /^Saved since/, /^Bills processed/])
  await expect(figures.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Longest-waiting authorizations' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'New since yesterday' })).toHaveCount(0)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByText('Patient Search')).toBeVisible()
  for (const missing of ['Current Activity', 'Authorizations', 'Reports'])
    await expect(menu.getByText(missing)).toHaveCount(0)
  await menu.getByRole('link', { name: 'Patient Search' }).click()
  await expect(page.getByLabel('Client').getByRole('option')).toHaveText(['Lagoon Health Plan'])
  await expect(page.getByLabel('All Clients')).toHaveCount(0)
  await findByName(page, 'quillfeather')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Quillfeather, Lena')
  await page.goto('/current-activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.goto('/reports')
  await expect(report(page).getByRole('option')).toHaveText(['Savings Summary'])
  const client = page.getByLabel('Client', { exact: true })
  await expect(client.getByRole('option')).toHaveText(['Lagoon Health Plan'])
})
