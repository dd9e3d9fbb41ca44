import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const field = (page: Page, name: string) => page.getByRole('combobox', { name })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const rows = (page: Page) => results(page).getByRole('row')
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()

async function choose(page: Page, name: string, words: string) {
  await field(page, name).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}

test('the page URL restores the search on load, Back and Forward', async ({ page }) => {
  await page.goto(`${domestic}?state=FL&city=Miami&type=0000000000&range=5`)
  await expect(field(page, 'State')).toHaveValue('Florida')
  await expect(field(page, 'City')).toHaveValue('Miami')
  await expect(field(page, 'Provider type')).toHaveValue('All')
  await expect(page.getByLabel('Range')).toHaveValue('5')
  await expect(results(page)).toBeVisible()

  await field(page, 'State').fill('Texas')
  await page.keyboard.press('Enter')
  await expect(field(page, 'City')).toHaveValue('')
  await choose(page, 'City', 'Houston')
  await page.getByLabel('Address').fill('1 Main Street')
  await search(page)
  await expect(page).toHaveURL(/state=TX&city=Houston/)
  expect(page.url()).not.toContain('Main')
  await expect(rows(page).nth(1)).toContainText('TX')

  await page.goBack()
  await expect(field(page, 'City')).toHaveValue('Miami')
  await expect(rows(page).nth(1)).toContainText('FL')
  await page.goForward()
  await expect(field(page, 'City')).toHaveValue('Houston')
  await expect(page.getByLabel('Address')).toHaveValue('1 Main Street')
  await expect(rows(page).nth(1)).toContainText('TX')
})

test('the form keeps its entries when the page reloads', async ({ page }) => {
  await page.goto(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.getByLabel('Provider name').fill('Mercy')
  await choose(page, 'State', 'Florida')
  await page.reload()
  await expect(page.getByLabel('Provider name')).toHaveValue('Mercy')
  await expect(field(page, 'State')).toHaveValue('Florida')
  await expect(page.getByLabel('ZIP code')).toHaveValue('33131')
  await expect(results(page)).toBeVisible()
})

test('the field shows an error when a range in the URL is unavailable', async ({ page }) => {
  await page.goto(`${domestic}?range=7`)
  const sentence = 'That range isn’t available in this search.'
  await expect(page.getByRole('link', { name: sentence })).toBeVisible()
  await expect(page.getByLabel('Range')).toHaveAccessibleDescription(sentence)
  await expect(page.getByLabel('Range')).toHaveValue('10')
  await expectAccessible(page)
})

test('Back returns from the map to the list and then to the previous page', async ({ page }) => {
  await page.goto('/')
  await page.goto(nearMiami)
  await page.getByText('Map View').click()
  await expect(page).toHaveURL(/view=map/)
  await page.goBack()
  await expect(page).toHaveURL(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
})
