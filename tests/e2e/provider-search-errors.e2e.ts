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
const fails = (route: Route) => route.fulfill({ status: 500, body: '' })

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

test('the page ignores a repeated search and asks before replacing a running one', async ({ page }) => {
  const { held } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect.poll(() => held.length).toBe(1)
  await press(page, 'Search')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(held).toHaveLength(1)

  await page.getByLabel('ZIP Code').fill('10001')
  await press(page, 'Search')
  await expect(question(page)).toContainText(
    'Your previous search is still running. Would you like to proceed with these new search parameters instead?',
  )
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'No' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(nearMiami)
  expect(held).toHaveLength(1)
})

test('the replace-search dialog closes when the running search ends', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect.poll(() => held.length).toBe(1)
  await page.getByLabel('ZIP Code').fill('10001')
  await press(page, 'Search')
  await expect(question(page)).toBeVisible()
  await letGo()
  await expect(question(page)).toHaveCount(0)
  await expect(results(page)).toBeVisible()
  await expect(page.getByLabel('ZIP Code')).toHaveValue('10001')
  await press(page, 'Search')
  await expect(page).toHaveURL(/zip=10001/)
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`a running search shows progress next to its button (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    const { held, letGo } = await holdSearches(page)
    await page.goto(`${domestic}?zip=33131`)
    await page.getByRole('combobox', { name: 'Provider Type' }).fill('All')
    await page.getByRole('option', { name: 'All', exact: true }).click()
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByLabel('ZIP Code').press('Enter')
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

test('a combo box shows a loading state instead of no matches while options load', async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('/api/cities/*/*', (route) => held.then(() => route.continue()))
  await page.goto(`${domestic}?state=FL`)
  const city = page.getByRole('combobox', { name: 'City' })
  await city.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toHaveCount(1)
  await expect(page.getByText('No matches.')).toHaveCount(0)
  await expectAccessible(page)
  letGo()
  await city.fill('miami')
  await expect(page.getByRole('option', { name: 'Miami', exact: true })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await city.fill('miamiiii')
  await expect(page.getByRole('status').filter({ hasText: 'No matches.' })).toHaveCount(1)
})

test('the search shows an error offline and works again once the connection is back', async ({ page }) => {
  await page.goto(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByLabel('Provider Name').fill('clinic')
  await press(page, 'Search')
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving providers')
  await page.context().setOffline(false)
  await press(page, 'Search')
  await expect(results(page)).toBeVisible()
})

test('a confirmed new search replaces the running search', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect.poll(() => held.length).toBe(1)
  await page.getByLabel('ZIP Code').fill('10001')
  await press(page, 'Search')
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/zip=10001/)
  await expect.poll(() => held.length).toBe(2)
  await letGo()
  await expect(results(page).getByRole('row').nth(1)).toContainText(/NY|NJ/)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a canceled search shows neither results nor an error', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect(page.getByRole('status').filter({ hasText: 'Searching for providers' })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await press(page, 'Cancel')
  await expect(page.getByRole('status').filter({ hasText: 'Searching for providers' })).toHaveCount(0)
  await letGo()
  await expect(results(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await press(page, 'Search')
  await expect(results(page)).toBeVisible()
})

test('Reset cancels the running search', async ({ page }) => {
  const { held, letGo } = await holdSearches(page)
  await page.goto(nearMiami)
  await expect.poll(() => held.length).toBe(1)
  await press(page, 'Reset')
  await expect(page).toHaveURL(domestic)
  await letGo()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(results(page)).toHaveCount(0)
})

const lookUps = [
  ['/api/countries', '/international-provider-search', 'An error occurred retrieving countries'],
  ['/api/states/*', '/international-provider-search?country=CA', 'An error occurred retrieving states'],
  ['/api/cities/*/*', `${domestic}?state=FL`, 'An error occurred retrieving cities'],
  ['/api/providertypes/*', domestic, 'An error occurred retrieving provider types'],
] as const

for (const [call, path, sentence] of lookUps) {
  test(`the page shows "${sentence}" and recovers on retry`, async ({ page }) => {
    await page.route(call, fails)
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await page.getByRole('button', { name: 'Close error' }).click()
    const main = page.getByRole('main')
    await expect(main.getByText(sentence)).toBeVisible()
    await expectAccessible(page)
    await page.unroute(call)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText(sentence)).toHaveCount(0)
  })
}

test('a failed search shows an error and recovers on retry', async ({ page }) => {
  await page.route('/api/providers', fails)
  await page.goto(nearMiami)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving providers')
  await page.unroute('/api/providers')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(results(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the page shows a geocoder failure without blaming the ZIP code', async ({ page }) => {
  await page.route('/api/_gc?*', fails)
  await page.goto(nearMiami)
  const main = page.getByRole('main')
  await expect(main.getByText('Unable to geocode location')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Unable to geocode location')
  await expect(page.getByLabel('ZIP Code')).not.toHaveAccessibleDescription(/geocode/)
  await page.unroute('/api/_gc?*')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(results(page)).toBeVisible()
})

test('a field shows an error when its place is not found', async ({ page }) => {
  await page.goto(`${domestic}?zip=00000&type=0000000000`)
  await expect(page.getByRole('alert')).toContainText('Unable to geocode location')
  await expect(page.getByLabel('ZIP Code')).toHaveAccessibleDescription('Unable to geocode location')
  await page.goto(`${domestic}?state=FL&city=Miami&zip=00000&type=0000000000`)
  await expect(
    page.getByText('We couldn’t find that ZIP code. Distances are measured from the'),
  ).toBeVisible()
})

test('the page recovers on retry when the search definition fails to load', async ({ page }) => {
  await page.route('/api/info/*', fails)
  await page.goto(domestic)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving provider search info')
  await page.unroute('/api/info/*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider Search')
  await expectAccessible(page)
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'Domestic Provider Search' })).toBeVisible()
})

test('the page reports a missing introduction and keeps the search usable', async ({ page }) => {
  await page.route('/api/provider-search-detail/*', fails)
  await page.goto(nearMiami)
  await expect(page.getByRole('alert')).toContainText('An error occurred getting provider search detail')
  await expect(results(page)).toBeVisible()
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
