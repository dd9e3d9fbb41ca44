import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const crowded = '/domestic-provider-search?zip=10001&type=0000000000&range=50'

const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const rows = (page: Page) => results(page).locator('tbody tr')
const heads = (page: Page) => results(page).getByRole('columnheader')
const listNames = (page: Page) =>
  rows(page).locator('[data-column="name"] > span:first-child').allTextContents()

/** Sorts by name in both directions and not at all. */
async function sortByName(page: Page) {
  const name = heads(page).filter({ hasText: 'Name' })
  const asFound = await listNames(page)
  await expect(name).toHaveAttribute('aria-sort', 'none')
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  const upwards = await listNames(page)
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  expect(upwards).toEqual(upwards.toSorted(compare))
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'none')
  expect(await listNames(page)).toEqual(asFound)
}

/** Selects providers of two pages, all providers and none. */
async function selectOnPages(page: Page) {
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 250')).toBeVisible()
  await results(page).getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(page.getByText('11 providers selected')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked()
  await expect(rows(page).nth(1).getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Select all 250' }).click()
  await expect(page.getByText('250 providers selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(results(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
}

test('users sort, page and select providers, and the table remembers its columns and rows per page', async ({
  page,
}) => {
  await page.goto(crowded)
  const initial = ['', 'Name', 'Distance (mi)', 'Address', 'Phone', 'Actions']
  await expect(heads(page)).toContainText(initial)
  await expect(rows(page)).toHaveCount(10)
  await test.step('each row has its type and links to call and for directions', async () => {
    const row = rows(page).first()
    await expect(row.locator('[data-column="name"] > span').last()).not.toBeEmpty()
    await expect(row.getByRole('link', { name: /^Call \(?\d/ })).toHaveAttribute('href', /^tel:\+?\d+$/)
    await expect(row.getByRole('link', { name: 'Directions to' })).toBeVisible()
  })
  await test.step('sorting', () => sortByName(page))
  await test.step('a selection on several pages', () => selectOnPages(page))
  await test.step('rows per page and the pager', async () => {
    await expect(page.getByLabel('Rows per page').locator('option')).toHaveText(['10', '25', '50'])
    await page.getByLabel('Rows per page').selectOption('50')
    await expect(page.getByText('1–50 of 250')).toBeVisible()
    await expect(results(page).getByText('Preferred').first()).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages of results' })
    await pages.getByRole('button', { name: '5' }).click()
    await expect(page.getByText('201–250 of 250')).toBeVisible()
    await expect(rows(page)).toHaveCount(50)
    await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await pages.getByRole('button', { name: 'Previous page' }).click()
    await expect(page.getByText('151–200 of 250')).toBeVisible()
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(rows(page)).toHaveCount(25)
  })
  await test.step('columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Fax', 'Contact', 'Provider type', 'Specialty', 'Network'])
      await page.getByRole('checkbox', { name }).check()
    const added = ['Fax', 'Contact', 'Provider type', 'Specialty', 'Network']
    const all = [...initial.slice(0, 5), ...added, 'Actions']
    await expect(heads(page)).toContainText(all)
    await page.getByRole('checkbox', { name: 'Provider type' }).uncheck()
    const remaining = all.filter((name) => name !== 'Provider type')
    await expect(heads(page)).toContainText(remaining)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
    await page.reload()
    await expect(heads(page)).toContainText(remaining)
    await expect(heads(page).filter({ hasText: 'Provider type' })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(25)
    expect(await page.evaluate(() => localStorage.getItem('numberPerPage'))).toBe('25')
  })
})

test('a phone shows providers as cards that can be called, sorted and selected', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(crowded)
  const cards = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  const card = cards.filter({ has: page.getByRole('heading') })
  await expect(card).toHaveCount(10)
  await expect(results(page)).toHaveCount(0)
  await expect(card.first().getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(card.first()).toContainText(/\d+\.\d\d mi/)
  await page.getByLabel('Sort by').selectOption('Name')
  const names = await card.getByRole('heading').allTextContents()
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  expect(names).toEqual(names.toSorted(compare))
  await card.first().getByRole('checkbox').check()
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export selected' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Select all 250' }).click()
  await expect(page.getByText('250 providers selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select all 250' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(10)
})
