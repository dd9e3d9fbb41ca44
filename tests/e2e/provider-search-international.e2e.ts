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
  await choose(page, 'Provider Type', 'All')
  await search(page)
  await expect(results(page)).toBeVisible()
  await expect(results(page).getByRole('columnheader', { name: 'Distance' })).toHaveCount(0)
  await expect(page).toHaveURL(/\?country=JM&city=Kingston&type=0000000000$/)
  await expect(page.getByLabel('Address')).toBeDisabled()
  await expect(page.getByLabel(/postal code/i)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Country' }).click()
  await page.getByLabel('ZIP Code').fill('33131')
  await expect(page.getByLabel('Range')).toBeVisible()
})

test('the Global Network searches around the center of a city in kilometers', async ({ page }) => {
  await page.goto('/international-provider-search')
  await page.getByLabel('Network').selectOption('Global Network')
  await expect(page.getByLabel('Range').locator('option')).toContainText(['1 kilometer', '2 kilometers'])
  await choose(page, 'Country', 'Jamaica')
  await choose(page, 'City', 'Kingston')
  await choose(page, 'Provider Type', 'All')
  await search(page)
  await expect(results(page).getByRole('columnheader', { name: 'Distance (km)' })).toBeVisible()
  await expect(page.getByText('Distances are measured from the center of Kingston.')).toBeVisible()
  await expect(page).toHaveURL(/\?network=global&country=JM&city=Kingston&type=0000000000$/)
  await expectAccessible(page)
})

test('changing the network resets country, state and city', async ({ page }) => {
  await page.goto('/international-provider-search?country=JM&state=JM-17&city=Kingston')
  await expect(field(page, 'Country')).toHaveValue('Jamaica')
  await expect(field(page, 'City')).toHaveValue('Kingston')
  await page.getByLabel('Network').selectOption('global')
  await expect(field(page, 'Country')).toHaveValue('')
  await expect(field(page, 'State')).toHaveCount(0)
  await expect(field(page, 'City')).toHaveValue('')
  await expect(field(page, 'City')).toBeDisabled()
})

for (const [asked, name] of [
  ['country=XX', 'Country'],
  ['country=CA&state=CA-99', 'State'],
] as const) {
  test(`the field shows an error when ${asked} in the URL is unavailable`, async ({ page }) => {
    await page.goto(`/international-provider-search?${asked}&city=Paradise&type=0000000000`)
    await expect(field(page, name)).toHaveAccessibleDescription(
      `That ${name.toLowerCase()} isn’t available in this search.`,
    )
    await expect(field(page, name)).toHaveValue('')
    await expect(field(page, 'City')).toHaveValue('')
  })
}

test('changing network, country or state reloads the dependent options', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, path] = new URL(request.url()).pathname.split('/api/')
    const network = request.headers()['provider-type']
    if (path && network) asked.push(`${path} of ${network}`)
  })
  await page.goto('/international-provider-search')
  await expect.poll(() => asked.toSorted()).toEqual(['countries of core', 'providertypes/0 of core'])
  asked.length = 0
  await page.getByLabel('Network').selectOption('global')
  await expect.poll(() => asked.toSorted()).toEqual(['countries of global', 'providertypes/0 of global'])
  asked.length = 0
  await choose(page, 'Country', 'Canada')
  await expect.poll(() => asked.toSorted()).toEqual(['cities/CA/0 of global', 'states/CA of global'])
  asked.length = 0
  await choose(page, 'State', 'Ontario')
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['cities/CA/CA-08 of global', 'providertypes/CA-08 of global'])
})

test('a country without states hides the state field', async ({ page }) => {
  await page.goto('/international-provider-search')
  await choose(page, 'Country', 'Aruba')
  await expect(field(page, 'State')).toHaveCount(0)
  await expect(field(page, 'City')).toBeEnabled()
})

test('the LDS Network hides the range when All Cities is chosen', async ({ page }) => {
  await page.goto('/aetna-international-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'AETNA LDS PROVIDER SEARCH' })).toBeVisible()
  await field(page, 'Country').click()
  await choices(page).first().click()
  await expect(page.getByLabel('Range')).toBeVisible()
  await choose(page, 'City', 'All Cities')
  await expect(page.getByLabel('Range')).toHaveCount(0)
  await choose(page, 'Provider Type', 'All')
  const [request] = await Promise.all([page.waitForRequest('**/api/providers'), search(page)])
  expect(request.postDataJSON()).toMatchObject({ rangeInKM: 0 })
  expect(request.postDataJSON()).not.toHaveProperty('city')
  await expect(results(page)).toBeVisible()
  await page.reload()
  await expect(field(page, 'City')).toHaveValue('All Cities')
  await expect(results(page)).toBeVisible()
})

test.describe('a combo box', () => {
  test('ignores case and accents and announces the number of matches', async ({ page }) => {
    await page.goto('/international-provider-search')
    await field(page, 'Country').fill('MEX')
    await expect(choices(page)).toHaveText(['Mexico'])
    await expect(page.getByRole('status').filter({ hasText: '1 option' })).toHaveCount(1)
    await expectAccessible(page)
  })

  test('keeps unmatched text visible with an error, and drops it on Reset', async ({ page }) => {
    await page.goto('/international-provider-search')
    await choose(page, 'Country', 'Jamaica')
    await field(page, 'Country').fill('Can')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Country')).toHaveValue('Jamaica')
    await field(page, 'Country').fill('Atlantis')
    await expect(page.getByText('No matches.').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(field(page, 'Country')).toHaveValue('Atlantis')
    await expect(field(page, 'Country')).toHaveAccessibleDescription(/“Atlantis” matches no option/)
    await expect(field(page, 'City')).toBeDisabled()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(field(page, 'Country')).toHaveValue('')
    await expect(field(page, 'Country')).not.toHaveAccessibleDescription(/Atlantis/)
  })

  test('selects the highlighted option on Tab and a single match on blur, and blocks a search with any other text', async ({
    page,
  }) => {
    await page.goto('/domestic-provider-search?zip=33131')
    await field(page, 'State').fill('flor')
    await page.keyboard.press('Tab')
    await expect(field(page, 'State')).toHaveValue('Florida')
    await field(page, 'Provider Type').fill('urgent')
    await page.keyboard.press('Tab')
    await expect(field(page, 'Provider Type')).toHaveValue(/^Urgent care/i)
    await field(page, 'State').fill('penn')
    await page.getByLabel('Provider Name').click()
    await expect(field(page, 'State')).toHaveValue('Pennsylvania')
    await field(page, 'State').fill('new')
    await page.getByLabel('Provider Name').click()
    await expect(field(page, 'State')).toHaveValue('new')
    await search(page)
    await expect(field(page, 'State')).toBeFocused()
    await expect(page).toHaveURL(/\?zip=33131$/)
    await page.getByRole('button', { name: 'Clear State' }).click()
    await search(page)
    await expect(page.getByRole('status').filter({ hasText: /found|No results/ })).toBeVisible()
  })

  test('selects the option for text typed before the options loaded, once they arrive', async ({ page }) => {
    const letGo = await holdCountries(page)
    await field(page, 'Country').fill('jamaica')
    await field(page, 'Country').blur()
    await expect(field(page, 'Country')).toHaveValue('jamaica')
    letGo()
    await expect(field(page, 'Country')).toHaveValue('Jamaica')
    await expect(field(page, 'City')).toBeEnabled()
  })

  for (const leaves of [false, true]) {
    const way = leaves ? 'and left ' : ''
    test(`selects the option for text confirmed with Enter ${way}before the options loaded`, async ({
      page,
    }) => {
      const letGo = await holdCountries(page)
      await field(page, 'Country').fill('jama')
      await page.keyboard.press('Enter')
      if (leaves) await field(page, 'Country').blur()
      await expect(field(page, 'Country')).toHaveValue('jama')
      letGo()
      await expect(field(page, 'Country')).toHaveValue('Jamaica')
      await expect(choices(page)).toHaveCount(0)
      await expect(field(page, 'City')).toBeEnabled()
    })
  }

  test('selects an option typed in full and clears the selection when the field is emptied', async ({
    page,
  }) => {
    await page.goto('/international-provider-search')
    await field(page, 'Country').fill('jamaica')
    await field(page, 'Country').blur()
    await expect(field(page, 'Country')).toHaveValue('Jamaica')
    await field(page, 'Country').fill('')
    await field(page, 'Country').blur()
    await expect(field(page, 'City')).toBeDisabled()
  })
})

/** Opens the search before its countries load; returns a function that releases them. */
async function holdCountries(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('/api/countries', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/international-provider-search')
  await expect(field(page, 'Country')).toHaveAttribute('placeholder', 'Loading…')
  return letGo
}
