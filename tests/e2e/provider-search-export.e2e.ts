import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, sizes, test } from './portal-test.ts'
import { cards, crowded, table } from './results-on-map.ts'

test.use({ initialData: 'demo' })

type Row = Record<string, string>

async function exported(page: Page, button: string) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await waiting
  const bytes = await readFile(await download.path())
  return {
    name: download.suggestedFilename(),
    bytes,
    rows: parse(bytes, { bom: true, columns: true }) as Row[],
  }
}

const namesOnPage = (page: Page) => table(page).locator('tbody td[data-column="name"]').allTextContents()

test('an export without a selection contains all providers and is named after the search and date', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-21T19:05:00Z')
  await page.goto(`${crowded}&name=center`)
  await expect(table(page)).toBeVisible()
  const found = Number(/\d+/.exec((await page.getByText(/providers found/).textContent()) ?? '')?.[0])
  const { name, bytes, rows } = await exported(page, 'Export all')
  expect(name).toBe('domestic-provider-search-all-10001-united-states-within-50-miles-center-2026-11-21.csv')
  expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf))
  expect(rows).toHaveLength(found)
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Name',
    'Preferred',
    'Distance (mi)',
    'Provider type',
    'Specialty',
    'Address',
    'Address line 2',
    'City',
    'State',
    'ZIP code',
    'Country',
    'Phone',
    'Fax',
    'Contact',
    'Network',
  ])
  expect(rows.every((row) => /^\d+\.\d\d$/.test(row['Distance (mi)'] ?? ''))).toBe(true)
})

test('an export contains the selected providers of all pages in list order', async ({ page }) => {
  await page.goto(crowded)
  const boxes = table(page).locator('tbody').getByRole('checkbox')
  await boxes.nth(2).check()
  const [, , third] = await namesOnPage(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 250')).toBeVisible()
  await boxes.nth(4).check()
  const fifth = (await namesOnPage(page))[4]
  const { rows } = await exported(page, 'Export selected')
  expect(rows.map((row) => row.Name + (row.Preferred ? ' Preferred' : ''))).toEqual([third, fifth])
})

test('an export uses kilometers where the search does and includes tax IDs only where shown', async ({
  page,
}) => {
  await page.goto('/international-provider-search?network=global&country=JM&city=Kingston&type=0000000000')
  await expect(table(page)).toBeVisible()
  const abroad = await exported(page, 'Export all')
  expect(Object.keys(abroad.rows[0] ?? {})).toContain('Distance (km)')
  expect(Object.keys(abroad.rows[0] ?? {})).not.toContain('Tax ID')
  await page.goto('/domestic-local-provider-search?state=FL&type=0000000000&name=clinic')
  await expect(table(page)).toBeVisible()
  const local = await exported(page, 'Export all')
  expect(Object.keys(local.rows[0] ?? {})).toContain('Tax ID')
  expect(Object.keys(local.rows[0] ?? {})).not.toContain('Distance (mi)')
})

test('an export escapes provider names that look like formulas', async ({ page }) => {
  await page.route('/api/providers', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const [first, ...others] = results
    await route.fulfill({ response, json: { results: [{ ...first, name: '=HYPERLINK("x")' }, ...others] } })
  })
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  expect((await exported(page, 'Export all')).rows[0]?.Name).toBe(`'=HYPERLINK("x")`)
})

test('the street address appears neither in the file name nor in the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000')
  await expect(table(page)).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill('80 SW 8th St')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(table(page)).toBeVisible()
  expect((await exported(page, 'Export all')).name).toMatch(/-miami-fl-united-states-within-10-miles-\d{4}/)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied. It doesn’t include the street address.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('8th')
})

test('keyboard users copy a link that leads to the same providers', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  const before = await namesOnPage(page)
  await page.getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Link copied.' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Tab')
  await expect(page.getByText('Link copied.')).toHaveCount(0)
  await page.goto(link)
  await expect(table(page)).toBeVisible()
  expect(await namesOnPage(page)).toEqual(before)
})

test('the page points to the address bar when the browser blocks copying', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto(crowded)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copy it from your browser’s address bar.')).toBeVisible()
})

test('a phone offers print, export and copy link', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(crowded)
  await cards(page).nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Print selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect((await exported(page, 'Export selected')).rows).toHaveLength(1)
})
