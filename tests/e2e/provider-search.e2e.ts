import type { Page, Route } from '@playwright/test'
import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { map } from './results-on-map.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 404/] })

const domestic = '/domestic-provider-search'

const field = (page: Page, name: string) => page.getByRole('combobox', { name })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const rows = (page: Page) => results(page).getByRole('row')
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

  await test.step('a type in everyday words, with Tab', async () => {
    await field(page, 'Provider type').fill('heart doctor')
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('Cardiology')
    await expectAccessible(page)
    await page.setViewportSize(sizes.phone)
    await expectToFit(page)
    await page.setViewportSize(sizes.desktop)
    await field(page, 'Provider type').press('Tab')
    await expect(field(page, 'Provider type')).toHaveValue('Cardiology')
    await page.getByLabel('ZIP code').fill('10001')
    await page.getByLabel('Range').selectOption('50 miles')
    await search(page)
    await expect(page).toHaveURL(/type=207RC0000X/)
    await expect(rows(page).nth(1)).toContainText('Cardiology')
  })
  await test.step('an unknown place, and a search with no results', async () => {
    await page.getByLabel('ZIP code').fill('00000')
    await search(page)
    await expect(page.getByRole('alert')).toContainText('Unable to geocode location')
    await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(/^We couldn’t find this code/)
    await page.goto(`${domestic}?zip=59718&type=208G00000X&range=1`)
    await expect(
      page.getByText('No results were found. Please select new search criteria and try again.'),
    ).toBeVisible()
  })
})

test('the page restores the search on load, reload, Back and Forward', async ({ page }) => {
  await openMapWithoutDrawing(page)
  await page.goto('/lunar-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
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

  await test.step('Back and Forward', async () => {
    await page.goBack()
    await expect(field(page, 'City')).toHaveValue('Miami')
    await expect(rows(page).nth(1)).toContainText('FL')
    await page.goForward()
    await expect(field(page, 'City')).toHaveValue('Houston')
    await expect(page.getByLabel('Address')).toHaveValue('1 Main Street')
    await expect(rows(page).nth(1)).toContainText('TX')
  })
  await test.step('the draft after a reload', async () => {
    await page.getByLabel('Provider name').fill('Mercy')
    await page.reload()
    await expect(page.getByLabel('Provider name')).toHaveValue('Mercy')
    await expect(field(page, 'City')).toHaveValue('Houston')
    await expect(rows(page).nth(1)).toContainText('TX')
  })
  await test.step('Back from the map to the list and to the previous search', async () => {
    await page.getByText('Map View').click()
    await expect(page).toHaveURL(/view=map/)
    await expect(map(page)).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(/view=map/)
    await expect(results(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/city=Miami/)
  })
})

/** Delays search responses until the returned function is called. */
async function holdSearches(page: Page) {
  const held: Route[] = []
  await page.route('/api/providers', (route) => void held.push(route))
  return {
    held,
    letGo: async () => {
      await page.unroute('/api/providers')
      for (const route of held) await route.continue().catch(() => {})
    },
  }
}

test('a shared link shows its progress on the first screen of a phone', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.setViewportSize(sizes.phone)
  await page.goto(`${domestic}?zip=10001&type=0000000000&range=50`)
  await expect.poll(() => held.length).toBe(1)
  const form = page.getByRole('form', { name: 'Search criteria' })
  await expect(form.getByText('Searching for providers')).toBeInViewport({ ratio: 1 })
  await letGo()
  await expect(page.getByRole('listitem').filter({ hasText: / mi/ }).first()).toBeVisible()
})

test('a running search shows progress next to its button until a confirmed new search replaces it', async ({
  page,
}) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(`${domestic}?zip=33131`)
  await choose(page, 'Provider type', 'All')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('ZIP code').press('Enter')
  await expect.poll(() => held.length).toBe(1)
  const form = page.getByRole('form', { name: 'Search criteria' })
  await expect(form.getByText('Searching for providers')).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  await expectToFit(page)
  await expectAccessible(page)

  await test.step('on a phone', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize(sizes.phone)
    await page.evaluate(() => scrollTo(0, 0))
    const zip = page.getByLabel('ZIP code')
    await expect(zip).toHaveAttribute('inputmode', 'numeric')
    await expect(zip.or(page.getByRole('combobox')).first()).toHaveAccessibleName('ZIP code')
    await zip.press('Enter')
    await expect.poll(() => held.length).toBe(2)
    await expect(form.getByText('Searching for providers')).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
    await expectToFit(page)
    await page.setViewportSize(sizes.desktop)
  })
  await page.getByLabel('ZIP code').fill('10001')
  await search(page)
  await page.getByRole('dialog', { name: 'Search in progress' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/zip=10001/)
  await expect.poll(() => held.length).toBe(3)
  await letGo()
  await expect(form.getByText('Searching for providers')).toHaveCount(0)
  await expect(rows(page).nth(1)).toContainText(/NY|NJ/)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
