import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const field = (page: Page, name: string) => page.getByRole('combobox', { name })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()

async function choose(page: Page, name: string, words: string) {
  await field(page, name).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}

const distances = async (page: Page) => {
  const cells = await results(page).locator('td[data-kind="number"]').allTextContents()
  return cells.map(Number)
}

test('a user finds the nearest providers of a type around a ZIP code', async ({ page }) => {
  await page.goto(domestic)
  await expect(page.getByRole('heading', { level: 1, name: 'Domestic Provider Search' })).toBeVisible()
  await expect(page.getByText('You must enter sufficient information for a valid search')).toBeVisible()
  await expect(page.getByLabel('Network')).toHaveCount(0)
  await expect(page.getByLabel('Country')).toHaveValue('United States')

  await page.getByLabel('ZIP code').fill('33131')
  await page.getByLabel('Range').selectOption('20 miles')
  await expect(field(page, 'Provider type')).toHaveValue('All')
  await search(page)

  await expect(page.getByRole('status').filter({ hasText: /\d+ providers? found/ })).toBeVisible()
  await expect(results(page)).toBeInViewport()
  await expect(page).toHaveURL(/\?zip=33131&type=0000000000&range=20$/)
  await expect(results(page).getByRole('columnheader', { name: 'Distance (mi)' })).toBeVisible()
  const found = await distances(page)
  expect(found).toHaveLength(10)
  expect(found).toEqual(found.toSorted((one, other) => one - other))
  expect(Math.max(...found)).toBeLessThanOrEqual(20)
  await expect(results(page).locator('td[data-kind="number"]').first()).toHaveText(/^\d+\.\d\d$/)
})

test('an incomplete search shows a modal, a focused summary and field errors', async ({ page }) => {
  const modal = page.getByRole('dialog', { name: 'Invalid Search' })
  const summary = page.getByRole('region', { name: 'Please check these fields:' })
  await page.goto(domestic)
  await page.getByRole('button', { name: 'Clear Provider type' }).click()
  await search(page)
  await expect(modal).toContainText(
    'Please modify your search criteria and try again. Ensure you have entered sufficient information for a valid search, such as a location or provider details.',
  )
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal).toHaveCount(0)
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'State: Choose a state or enter a ZIP code.',
    'Provider type: Choose a provider type, or All.',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Provider type')).toBeFocused()
  await expect(field(page, 'Provider type')).toHaveAccessibleDescription('Choose a provider type, or All.')

  await page.getByLabel('ZIP code').fill('33131')
  await expect(summary.getByRole('link')).toHaveCount(1)
  await choose(page, 'Provider type', 'All')
  await expect(summary).toHaveCount(0)

  await page.getByLabel('ZIP code').fill('')
  await choose(page, 'State', 'Florida')
  await search(page)
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'City')).toHaveAccessibleDescription(/^Choose a city or a provider type/)
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await expect(page).toHaveURL(domestic)
})

test('a ZIP code outside the chosen city shows a warning and stays searchable', async ({ page }) => {
  await page.goto(`${domestic}?state=FL&city=Miami`)
  await page.getByLabel('Address').fill('1 Totally Fake Street')
  await page.getByLabel('ZIP code').fill('10001')
  const hint = page.getByText('is not in Miami, Florida. Your search will use the ZIP code.')
  await expect(hint).toContainText('New York, NY 10001')
  await expectAccessible(page)
  await search(page)
  await expect(
    page.getByText(
      'We couldn’t find that street address. Distances are measured from the center of New York, NY 10001.',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove Miami, Florida' }).click()
  await expect(field(page, 'State')).toHaveValue('')
  await expect(hint).toHaveCount(0)
  await expect(page.getByLabel('ZIP code')).toBeFocused()
})

test('the city is disabled until a state is chosen, and the address until a city is', async ({ page }) => {
  await page.goto(domestic)
  await expect(field(page, 'City')).toBeDisabled()
  await expect(page.getByLabel('Address')).toBeDisabled()
  await choose(page, 'State', 'Florida')
  await expect(page.getByLabel('Address')).toBeDisabled()
  await choose(page, 'City', 'Miami')
  await page.getByLabel('Address').fill('80 SW 8th St')
  await choose(page, 'State', 'Georgia')
  await expect(field(page, 'City')).toHaveValue('')
  await expect(page.getByLabel('Address')).toHaveValue('')
  await expect(page.getByLabel('Address')).toBeDisabled()
})

test('an empty result shows the message and search suggestions', async ({ page }) => {
  await page.goto(`${domestic}?zip=59718&type=208G00000X&range=1`)
  await expect(
    page.getByText('No results were found. Please select new search criteria and try again.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search all provider types' })).toBeVisible()
  await page.getByRole('button', { name: 'Search within 50 miles' }).click()
  await expect(page).toHaveURL(/range=50/)
  await expect(page.getByLabel('Range')).toHaveValue('50')
})

test('Reset clears the fields, the results and the URL', async ({ page }) => {
  await page.goto(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.getByLabel('Provider name').fill('Mercy')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(results(page)).toHaveCount(0)
  await expect(page.getByLabel('ZIP code')).toHaveValue('')
  await expect(page.getByLabel('Provider name')).toHaveValue('')
  await expect(field(page, 'Provider type')).toHaveValue('All')
  await expect(page).toHaveURL(domestic)
})

test('keyboard users run a search', async ({ page }) => {
  await page.goto(domestic)
  await expect(field(page, 'State')).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page, 'State')).toBeFocused()
  await page.keyboard.type('flo')
  await expect(page.getByRole('status').filter({ hasText: '1 option' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field(page, 'State')).toHaveValue('Florida')
  await page.keyboard.press('Tab')
  await expect(field(page, 'City')).toBeFocused()
  await page.keyboard.type('miami')
  await expect(page.getByRole('option', { name: 'Miami', exact: true })).toHaveAttribute(
    'data-active',
    'true',
  )
  await page.keyboard.press('Enter')
  for (const _ of ['address', 'ZIP', 'range', 'type']) await page.keyboard.press('Tab')
  await expect(field(page, 'Provider type')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Provider type')).toHaveValue('All')
  await page.keyboard.press('Enter')
  await expect(results(page)).toBeVisible()
})

test('the page fits and is accessible on every screen with and without results', async ({ page }) => {
  const screens = [{ width: 320, height: 640 }, sizes.phone, sizes.desktop]
  await page.goto(domestic)
  await expect(field(page, 'State')).toBeVisible()
  for (const size of screens) {
    await page.setViewportSize(size)
    await expect(() => expectToFit(page)).toPass()
    await expectAccessible(page)
  }
  await page.goto(nearMiami)
  await expect(page.getByText('providers found')).toBeVisible()
  for (const size of screens) {
    await page.setViewportSize(size)
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expect(() => expectToFit(page)).toPass()
    await expectAccessible(page)
  }
})
