import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({
  initialData: 'demo',
  settings: { RESTRICTED_SEARCH_IPS: '203.0.113.7' },
  expectedMessages: [/Failed to load resource/],
})

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page) => page.getByRole('dialog', { name: 'Search in progress' })

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

for (const [screen, size] of Object.entries(sizes)) {
  test(`a running search shows progress next to its button (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    const { held, letGo } = await holdSearches(page)
    await page.goto(`${domestic}?zip=33131`)
    await page.getByRole('combobox', { name: 'Provider type' }).fill('All')
    await page.getByRole('option', { name: 'All', exact: true }).click()
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByLabel('ZIP code').press('Enter')
    await expect.poll(() => held.length).toBe(1)
    const form = page.getByRole('form', { name: 'Search criteria' })
    await expect(form.getByText('Searching for providers')).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
    await expectToFit(page)
    await expectAccessible(page)
    await letGo()
    await expect(form.getByText('Searching for providers')).toHaveCount(0)
  })
}

test('a confirmed new search replaces the running search', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect.poll(() => held.length).toBe(1)
  await page.getByLabel('ZIP code').fill('10001')
  await press(page, 'Search')
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/zip=10001/)
  await expect.poll(() => held.length).toBe(2)
  await letGo()
  await expect(results(page).getByRole('row').nth(1)).toContainText(/NY|NJ/)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a field shows an error when its place is not found', async ({ page }) => {
  await page.goto(`${domestic}?zip=00000&type=0000000000`)
  await expect(page.getByRole('alert')).toContainText('Unable to geocode location')
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription('Unable to geocode location')
  await page.goto(`${domestic}?state=FL&city=Miami&zip=00000&type=0000000000`)
  await expect(
    page.getByText('We couldn’t find that ZIP code. Distances are measured from the'),
  ).toBeVisible()
})

test('an unknown search URL shows the not-found page', async ({ page }) => {
  await page.goto('/lunar-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`the secure search redirects visitors to the start page (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/domestic-secure-provider-search')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
    await expectToFit(page)
  })

  test(`the local search rejects visitors from other IP addresses (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/domestic-local-provider-search')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
  })
}
