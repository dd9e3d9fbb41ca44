import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect, test } from './portal-test.ts'
import { crowded, table } from './results-on-map.ts'

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

test('an export has the selected providers of all pages, and a copied link leads to the same ones', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  const before = await namesOnPage(page)
  const boxes = table(page).locator('tbody').getByRole('checkbox')
  await boxes.nth(2).check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 250')).toBeVisible()
  await boxes.nth(4).check()
  const selected = [before[2], (await namesOnPage(page))[4]]
  const { rows } = await exported(page, 'Export selected')
  const names = rows.map((row) => row.Name + (row.Preferred ? ' Preferred' : ''))
  expect(names).toEqual(selected.map((cell, at) => cell?.slice(0, names[at]?.length)))

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

/** Gives the first provider found a name that a spreadsheet would execute. */
const renameFirst = (page: Page, name: string) =>
  page.route('/api/providers', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const [first, ...others] = results
    await route.fulfill({ response, json: { results: [{ ...first, name }, ...others] } })
  })

test('an export of all providers is named after the search and date, without the street, as is the link', async ({
  page,
  context,
}) => {
  await renameFirst(page, '=HYPERLINK("center")')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.setFixedTime('2026-11-21T19:05:00Z')
  await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=center')
  await expect(table(page)).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill('80 SW 8th St')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(table(page)).toBeVisible()
  const found = Number(/\d+/.exec((await page.getByText(/providers found/).textContent()) ?? '')?.[0])
  const { name, bytes, rows } = await exported(page, 'Export all')
  expect(name).toBe(
    'domestic-provider-search-all-miami-fl-united-states-within-10-miles-center-2026-11-21.csv',
  )
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
  expect(rows.map((row) => row.Name)).toContain(`'=HYPERLINK("center")`)
  expect(rows.filter((row) => row.Name?.startsWith('='))).toEqual([])

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied. It doesn’t include the street address.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('8th')

  await test.step('the file has tax IDs only where the network shows them, and kilometers abroad', async () => {
    const headers = async (search: string) => {
      await page.goto(search)
      await expect(table(page)).toBeVisible()
      return Object.keys((await exported(page, 'Export all')).rows[0] ?? {})
    }
    const local = await headers('/domestic-local-provider-search?state=FL&type=0000000000&name=clinic')
    expect(local).toContain('Tax ID')
    expect(local).not.toContain('Distance (mi)')
    const abroad = await headers(
      '/international-provider-search?network=global&country=JM&city=Kingston&type=0000000000',
    )
    expect(abroad).toContain('Distance (km)')
    expect(abroad).not.toContain('Tax ID')
  })
})
