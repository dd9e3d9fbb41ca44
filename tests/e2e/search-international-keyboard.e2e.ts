import { expectGoodOnAllScreens } from './cases.ts'
import { combo, searchAllTypes, selectFirst, selectOption, submitEmptySearch, tabTo } from './keyboard.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const searches = [
  ['international-provider-search', 'International Provider Search', true, 'desktop'],
  ['sagicor-provider-search', 'GLOBAL PROVIDER SEARCH', true, 'phone'],
  ['sagicor-jamaica-provider-search', 'GLOBAL PROVIDER SEARCH', false, 'phone'],
] as const

test('an incomplete search leads from a modal and a summary to the Country field', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await submitEmptySearch(page, '/international-provider-search')
  await expect(combo(page, 'Country')).toBeFocused()
})

for (const [key, title, hasGlobal, screen] of searches)
  test(`keyboard users of ${key} search by country and select a provider (${screen})`, async ({ page }) => {
    await page.setViewportSize(sizes[screen])
    await page.goto(`/${key}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByLabel('Network', { exact: true })).toHaveCount(hasGlobal ? 1 : 0)
    await selectOption(page, 'Country', 'jama', 'Jamaica')
    await selectOption(page, 'City', 'kingston', 'Kingston')
    await searchAllTypes(page)
    await expect(page).toHaveURL(`/${key}?country=JM&city=Kingston&type=0000000000`)
    await selectFirst(page, hasGlobal ? expectGoodOnAllScreens : expectToFit)
  })

test('keyboard users change the network and search around a city', async ({ page }) => {
  await page.goto('/sagicor-provider-search')
  const network = page.getByLabel('Network', { exact: true })
  await expect(network.locator('option')).toHaveText(['Core Network', 'Global Network'])
  await tabTo(page, network)
  await page.keyboard.press('ArrowDown')
  await expect(network).toHaveValue('global')
  await selectOption(page, 'Country', 'jama', 'Jamaica')
  await selectOption(page, 'City', 'kingston', 'Kingston')
  await tabTo(page, page.getByLabel('Range'))
  await page.keyboard.press('ArrowDown')
  await searchAllTypes(page)
  await expect(page).toHaveURL(/network=global&country=JM&city=Kingston&type=0000000000&range=15$/)
  await expect(page.getByText(/^\d+\.\d\d( km)?$/).first()).toBeVisible()
})
