import { expectGoodOnAllScreens } from './cases.ts'
import {
  combo,
  searchAllTypes,
  selectFirst,
  selectOption,
  submitEmptySearch,
  tabBackUncovered,
  tabTo,
} from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

/** The states that the searches share are checked in the first one, at all screen sizes. */
const domesticSearches = [
  ['domestic-provider-search', 'Domestic Provider Search', false, 'desktop'],
  ['domestic-local-provider-search', 'Local Provider Search', true, 'phone'],
] as const

for (const [key, title, showsTaxId, screen] of domesticSearches)
  test(`keyboard users of ${title} recover from an error and select a provider (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(sizes[screen])
    await submitEmptySearch(page, `/${key}`, showsTaxId ? expectToFit : expectGoodOnAllScreens)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(combo(page, 'State')).toBeFocused()
    await expect(page.getByLabel('Tax ID')).toHaveCount(showsTaxId ? 1 : 0)
    await selectOption(page, 'State', 'flo', 'Florida')
    await page.keyboard.press('Tab')
    await expect(combo(page, 'City')).toBeFocused()
    await selectOption(page, 'City', 'miami', 'Miami')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Address')).toBeFocused()
    await page.keyboard.type('80 SW 8th St')
    await searchAllTypes(page, showsTaxId ? expectToFit : expectAccessible)
    await expect(page).toHaveURL(`/${key}?state=FL&city=Miami&type=0000000000`)
    await selectFirst(page, showsTaxId ? expectToFit : expectGoodOnAllScreens)
    if (screen === 'desktop') await tabBackUncovered(page, page.getByLabel('Rows per page'), 'thead')
  })

test('keyboard users search a country by name, and change the network to search around a city (desktop)', async ({
  page,
}) => {
  const network = page.getByLabel('Network', { exact: true })
  const distance = page.getByRole('columnheader', { name: 'Distance (km)' })
  await page.goto('/international-provider-search')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('International Provider Search')
  await test.step('the Core Network', async () => {
    await expect(network.locator('option')).toHaveText(['Core Network', 'Global Network'])
    await expect(network).toHaveValue('core')
    await expect(page.getByLabel('Range')).toHaveCount(0)
    await expect(combo(page, 'State')).toHaveCount(0)
    await selectOption(page, 'Country', 'jama', 'Jamaica')
    await expect(combo(page, 'State')).toBeVisible()
    await selectOption(page, 'City', 'kingston', 'Kingston')
    await searchAllTypes(page)
    await expect(page).toHaveURL('/international-provider-search?country=JM&city=Kingston&type=0000000000')
    await selectFirst(page, expectAccessible)
    await expect(distance).toHaveCount(0)
    await expect(page.getByLabel('Address')).toBeDisabled()
    await expect(page.getByLabel(/postal code/i)).toHaveCount(0)
  })
  await test.step('a range with a ZIP code', async () => {
    await page.getByRole('button', { name: 'Clear Country' }).click()
    await page.getByLabel('ZIP code').fill('33131')
    await expect(page.getByLabel('Range')).toBeVisible()
    await page.getByLabel('ZIP code').fill('')
  })
  await test.step('the Global Network', async () => {
    await network.focus()
    await page.keyboard.press('ArrowDown')
    await expect(network).toHaveValue('global')
    await expect(page.getByLabel('Range').locator('option')).toContainText(['1 kilometer', '2 kilometers'])
    await selectOption(page, 'Country', 'jama', 'Jamaica')
    await selectOption(page, 'City', 'kingston', 'Kingston')
    await tabTo(page, page.getByLabel('Range'))
    await page.keyboard.press('ArrowDown')
    await searchAllTypes(page)
    await expect(page).toHaveURL(/\?network=global&country=JM&city=Kingston&type=0000000000&range=15$/)
    await expect(distance).toBeVisible()
    await expect(page.getByText('Distances are measured from the center of Kingston.')).toBeVisible()
    await expect(page.getByText(/^\d+\.\d\d$/).first()).toBeVisible()
  })
})

test('keyboard users of the searches for Sagicor select a provider (phone)', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  for (const [key, networks] of [
    ['sagicor-provider-search', 1],
    ['sagicor-jamaica-provider-search', 0],
  ] as const) {
    await page.goto(`/${key}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('GLOBAL PROVIDER SEARCH')
    await expect(page.getByLabel('Network', { exact: true })).toHaveCount(networks)
    await selectOption(page, 'Country', 'jama', 'Jamaica')
    await selectOption(page, 'City', 'kingston', 'Kingston')
    await searchAllTypes(page)
    await expect(page).toHaveURL(`/${key}?country=JM&city=Kingston&type=0000000000`)
    await selectFirst(page, expectToFit)
  }
})

test('keyboard users of AETNA LDS search all cities without a range, then around one city', async ({
  page,
}) => {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/providers')) bodies.push(request.postDataJSON())
  })
  const aetna = '/aetna-international-provider-search'
  await page.goto(aetna)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AETNA LDS PROVIDER SEARCH')
  await expect(page.getByLabel('Network', { exact: true })).toHaveCount(0)
  await selectOption(page, 'Country', 'jama', 'Jamaica')
  await expect(page.getByLabel('Range')).toBeVisible()
  await selectOption(page, 'City', 'all c', 'All Cities')
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await searchAllTypes(page)
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ country: 'JM', rangeInKM: 0 })
  expect(bodies[0]).not.toHaveProperty('city')
  expect(bodies[0]).not.toHaveProperty('latitude')
  await selectFirst(page, expectToFit)

  await page.setViewportSize(sizes.phone)
  await page.reload()
  await expect(combo(page, 'City')).toHaveValue('All Cities')
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
  await selectOption(page, 'City', 'kingston', 'Kingston')
  await searchAllTypes(page)
  await expect(page).toHaveURL(`${aetna}?country=JM&city=Kingston&type=0000000000`)
  await expect(page.getByText(/^\d+\.\d\d( km)?$/).first()).toBeVisible()
})
