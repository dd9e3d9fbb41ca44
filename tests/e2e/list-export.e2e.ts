import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { findByName, openSearch } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

/** Chooses a format in the open menu by keyboard. */
async function save(page: Page, format: 'CSV' | 'Excel (XLSX)') {
  await page.getByRole('button', { name: 'Download', exact: true }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Download' })
  await expect(menu.getByRole('button', { name: 'CSV' })).toBeFocused()
  if (format === 'CSV') await expectAccessible(page)
  const waiting = page.waitForEvent('download')
  if (format !== 'CSV') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const download = await waiting
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('the bills of a case download as CSV and as Excel by keyboard, to the cent', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'Trialham')
  await page
    .getByRole('link', { name: /^Billing: Trialham/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  const recording = page.waitForRequest('**/api/listexports')
  const csv = await save(page, 'CSV')
  const incidentNumber = expect.stringMatching(/^\d{8,}$/)
  expect((await recording).postDataJSON()).toMatchObject({ list: 'bills', incidentNumber })
  expect(csv.name).toMatch(/^bills-\d{11}-\d{4}-\d\d-\d\d\.csv$/)
  const rows: Record<string, string>[] = parse(csv.bytes, { bom: true, columns: true })
  const shown = page.getByRole('table', { name: 'Bills', exact: true }).getByRole('row')
  expect(rows.length).toBeGreaterThan(1)
  await expect(shown).toHaveCount(Math.min(rows.length, 10) + 1)
  const charges = await shown.nth(1).locator('[data-column="totalCharges"]').textContent()
  expect(charges?.replace(/[^\d.]/g, '')).toBe(rows[0]?.['Total Charges'])
  expect(rows[0]?.Currency).toMatch(/^[A-Z]{3}$/)

  const { name, bytes } = await save(page, 'Excel (XLSX)')
  expect(name).toMatch(/\.xlsx$/)
  const sheet = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
  expect(sheet.match(/<row /g)).toHaveLength(rows.length + 1)
  expect(sheet).not.toMatch(/<f[ >]/)

  for (const size of [sizes.phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
    await expectToFit(page)
  }
})
