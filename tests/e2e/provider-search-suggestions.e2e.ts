import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const sentence = 'No results were found. Please select new search criteria and try again.'
const all = '0000000000'
/** A provider type that no nearby provider has. */
const rare = '208G00000X'

/** Makes the next search return no results; later ones reach the server. */
async function findNobodyOnce(page: Page) {
  await page.route('/api/providers', (route) => route.fulfill({ json: { results: [] } }), { times: 1 })
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

const families = [
  ['domestic', 'domestic-provider-search', 'zip=59718', 'miles'],
  ['core, with a ZIP', 'international-provider-search', 'country=JM&city=Kingston&zip=JMAAW01', 'kilometers'],
  ['global', 'international-provider-search', 'network=global&country=JM&city=Kingston', 'kilometers'],
  ['LDS', 'aetna-international-provider-search', 'country=JM&city=Kingston', 'kilometers'],
] as const

for (const [family, path, place, unit] of families) {
  test(`an empty result (${family}) offers a wider range and all provider types`, async ({ page }) => {
    await findNobodyOnce(page)
    await page.goto(`/${path}?${place}&type=${rare}&range=2`)
    await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
    await expectAccessible(page)
    await findNobodyOnce(page)
    const widened = page.waitForRequest('/api/providers')
    await button(page, `Search within 50 ${unit}`).click()
    expect((await widened).postDataJSON().rangeInKM).toBeCloseTo(unit === 'miles' ? 80.467 : 50, 2)
    await expect(page).toHaveURL(/range=50/)
    await expect(button(page, `Search within 50 ${unit}`)).toHaveCount(0)
    const ofAllTypes = page.waitForRequest('/api/providers')
    await button(page, 'Search all provider types').click()
    expect((await ofAllTypes).postDataJSON().providerType).toBe(all)
    await expect(page).toHaveURL(new RegExp(`type=${all}`))
  })
}

test('an empty result offers no wider range for a Core name search or an LDS all-cities search', async ({
  page,
}) => {
  await findNobodyOnce(page)
  await page.goto(`/international-provider-search?country=JM&city=Kingston&type=${rare}`)
  await expect(button(page, 'Search all provider types')).toBeVisible()
  await expect(button(page, 'Search within')).toHaveCount(0)
  await findNobodyOnce(page)
  await page.goto(`/aetna-international-provider-search?country=JM&city=*&type=${rare}`)
  await expect(button(page, 'Search all provider types')).toBeVisible()
  await expect(button(page, 'Search within')).toHaveCount(0)
})

test('keyboard users follow a suggestion to the providers', async ({ page }) => {
  await findNobodyOnce(page)
  await page.goto(`/domestic-provider-search?zip=33131&type=${all}&range=2`)
  await button(page, 'Search within 50 miles').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/providers found/)).toBeVisible()
})
