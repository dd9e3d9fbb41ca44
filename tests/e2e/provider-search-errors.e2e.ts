import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({
  beginning: 'demonstration',
  settings: { RESTRICTED_SEARCH_IPS: '203.0.113.7' },
  expectedComplaints: [/Failed to load resource/],
})

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page) => page.getByRole('dialog', { name: 'Search in progress' })
const fails = (route: Route) => route.fulfill({ status: 500, body: '' })

/** Holds the answers of searches back until they are let go. */
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

test('the same search again while it runs is ignored, another one is asked about', async ({ page }) => {
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

test('the question whether to replace a search goes when that search has ended', async ({ page }) => {
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
  test(`a search that runs is seen beside its button (${screen})`, async ({ page }) => {
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

test('a list says that it is loading, not that nothing fits', async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('/api/cities/*/*', (route) => held.then(() => route.continue()))
  await page.goto(`${domestic}?state=FL`)
  const city = page.getByRole('combobox', { name: 'City' })
  await city.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading …' })).toHaveCount(1)
  await expect(page.getByText('No matches.')).toHaveCount(0)
  await expectAccessible(page)
  letGo()
  await city.fill('miami')
  await expect(page.getByRole('option', { name: 'Miami', exact: true })).toBeVisible()
  await expect(page.getByText('Loading …')).toHaveCount(0)
  await city.fill('miamiiii')
  await expect(page.getByRole('status').filter({ hasText: 'No matches.' })).toHaveCount(1)
})

test('without a connection a search says that it failed, and finds again once there is one', async ({
  page,
}) => {
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

test('another search takes the place of the one that runs when the reader says yes', async ({ page }) => {
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

test('a cancelled search shows nothing, neither results nor an error', async ({ page }) => {
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

test('reset cancels the search that runs', async ({ page }) => {
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
  test(`"${sentence}" is said, and trying again helps`, async ({ page }) => {
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

test('a search that fails says so, and can be tried again', async ({ page }) => {
  await page.route('/api/providers', fails)
  await page.goto(nearMiami)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving providers')
  await page.unroute('/api/providers')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(results(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a geocoder that fails is said, and not to be the reader’s ZIP code', async ({ page }) => {
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

test('a place that cannot be found is said at its field', async ({ page }) => {
  await page.goto(`${domestic}?zip=00000&type=0000000000`)
  await expect(page.getByRole('alert')).toContainText('Unable to geocode location')
  await expect(page.getByLabel('ZIP Code')).toHaveAccessibleDescription('Unable to geocode location')
  await page.goto(`${domestic}?state=FL&city=Miami&zip=00000&type=0000000000`)
  await expect(page.getByText('The ZIP code was not found. Distances are measured from the')).toBeVisible()
})

test('a page whose definition cannot be fetched says so, and can be tried again', async ({ page }) => {
  await page.route('/api/info/*', fails)
  await page.goto(domestic)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving provider search info')
  await page.unroute('/api/info/*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider Search')
  await expectAccessible(page)
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'Domestic Provider Search' })).toBeVisible()
})

test('a missing introduction is said, and the search works without it', async ({ page }) => {
  await page.route('/api/provider-search-detail/*', fails)
  await page.goto(nearMiami)
  await expect(page.getByRole('alert')).toContainText('An error occurred getting provider search detail')
  await expect(results(page)).toBeVisible()
})

test('an address without a search is a page that does not exist', async ({ page }) => {
  await page.goto('/lunar-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`the secure search sends strangers to the start page, to sign in (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/domestic-secure-provider-search')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
    await expectToFit(page)
  })

  test(`from an address that is not allowed the local search is Access Restricted (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/domestic-local-provider-search')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
  })
}
