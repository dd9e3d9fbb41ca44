import { expectGoodOnAllScreens } from './cases.ts'
import { combo, searchAllTypes, selectFirst, selectOption, submitEmptySearch } from './keyboard.ts'
import { expect, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const aetna = '/aetna-international-provider-search'

test('keyboard users search all cities of a country without a range', async ({ page }) => {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/providers')) bodies.push(request.postDataJSON())
  })
  await submitEmptySearch(page, aetna)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AETNA LDS PROVIDER SEARCH')
  await expect(page.getByLabel('Network', { exact: true })).toHaveCount(0)
  await selectOption(page, 'Country', 'jama', 'Jamaica')
  await selectOption(page, 'City', 'all c', 'All Cities')
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await searchAllTypes(page)
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({ country: 'JM', rangeInKM: 0 })
  expect(bodies[0]).not.toHaveProperty('city')
  expect(bodies[0]).not.toHaveProperty('latitude')
  await selectFirst(page, expectGoodOnAllScreens)
})

test('keyboard users search around the center of one city', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(aetna)
  await selectOption(page, 'Country', 'jama', 'Jamaica')
  await expect(combo(page, 'City')).toBeEnabled()
  await selectOption(page, 'City', 'kingston', 'Kingston')
  await searchAllTypes(page)
  await expect(page).toHaveURL(`${aetna}?country=JM&city=Kingston&type=0000000000`)
  await expect(page.getByText(/^\d+\.\d\d( km)?$/).first()).toBeVisible()
})
