import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const field = (page: Page, name: string) => page.getByRole('combobox', { name })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const choices = (page: Page) => page.getByRole('listbox').getByRole('option')
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()

async function choose(page: Page, name: string, words: string) {
  await field(page, name).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}

test('the Core Network searches a city by name and enables the range only with a ZIP code', async ({
  page,
}) => {
  await page.goto('/international-provider-search')
  await expect(page.getByLabel('Network')).toHaveValue('core')
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await expect(field(page, 'State')).toHaveCount(0)
  await choose(page, 'Country', 'Jamaica')
  await expect(field(page, 'State')).toBeVisible()
  await choose(page, 'City', 'Kingston')
  await choose(page, 'Provider type', 'All')
  await search(page)
  await expect(results(page)).toBeVisible()
  await expect(results(page).getByRole('columnheader', { name: 'Distance' })).toHaveCount(0)
  await expect(page).toHaveURL(/\?country=JM&city=Kingston&type=0000000000$/)
  await expect(page.getByLabel('Address')).toBeDisabled()
  await expect(page.getByLabel(/postal code/i)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Country' }).click()
  await page.getByLabel('ZIP code').fill('33131')
  await expect(page.getByLabel('Range')).toBeVisible()
})

test('the Global Network searches around the center of a city in kilometers', async ({ page }) => {
  await page.goto('/international-provider-search')
  await page.getByLabel('Network').selectOption('Global Network')
  await expect(page.getByLabel('Range').locator('option')).toContainText(['1 kilometer', '2 kilometers'])
  await choose(page, 'Country', 'Jamaica')
  await choose(page, 'City', 'Kingston')
  await choose(page, 'Provider type', 'All')
  await search(page)
  await expect(results(page).getByRole('columnheader', { name: 'Distance (km)' })).toBeVisible()
  await expect(page.getByText('Distances are measured from the center of Kingston.')).toBeVisible()
  await expect(page).toHaveURL(/\?network=global&country=JM&city=Kingston&type=0000000000$/)
  await expectAccessible(page)
})

test('the LDS Network hides the range when All Cities is chosen', async ({ page }) => {
  await page.goto('/aetna-international-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'AETNA LDS PROVIDER SEARCH' })).toBeVisible()
  await field(page, 'Country').click()
  await choices(page).first().click()
  await expect(page.getByLabel('Range')).toBeVisible()
  await choose(page, 'City', 'All Cities')
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await choose(page, 'Provider type', 'All')
  const [request] = await Promise.all([page.waitForRequest('**/api/providers'), search(page)])
  expect(request.postDataJSON()).toMatchObject({ rangeInKM: 0 })
  expect(request.postDataJSON()).not.toHaveProperty('city')
  await expect(results(page)).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('All Cities')
  await expect(results(page)).toBeVisible()
})

test('a combo box selects the highlighted option on Tab and a single match on blur, and blocks a search with any other text', async ({
  page,
}) => {
  await page.goto('/domestic-provider-search?zip=33131')
  await field(page, 'State').fill('flor')
  await page.keyboard.press('Tab')
  await expect(field(page, 'State')).toHaveValue('Florida')
  await field(page, 'Provider type').fill('urgent')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Provider type')).toHaveValue(/^Urgent care/i)
  await field(page, 'State').fill('penn')
  await page.getByLabel('Provider name').click()
  await expect(field(page, 'State')).toHaveValue('Pennsylvania')
  await field(page, 'State').fill('new')
  await page.getByLabel('Provider name').click()
  await expect(field(page, 'State')).toHaveValue('new')
  await search(page)
  await expect(field(page, 'State')).toBeFocused()
  await expect(page).toHaveURL(/\?zip=33131$/)
  await page.getByRole('button', { name: 'Clear State' }).click()
  await search(page)
  await expect(page.getByRole('status').filter({ hasText: /found|No results/ })).toBeVisible()
})
