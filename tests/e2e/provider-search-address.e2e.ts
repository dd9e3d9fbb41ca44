import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const field = (page: Page, name: string) => page.getByRole('combobox', { name })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const rows = (page: Page) => results(page).getByRole('row')
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()

async function choose(page: Page, name: string, words: string) {
  await field(page, name).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}

test('the page URL restores the search on load, Back and Forward', async ({ page }) => {
  await page.goto(`${domestic}?state=FL&city=Miami&type=0000000000&range=5`)
  await expect(field(page, 'State')).toHaveValue('Florida')
  await expect(field(page, 'City')).toHaveValue('Miami')
  await expect(field(page, 'Provider Type')).toHaveValue('All')
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

  await page.goBack()
  await expect(field(page, 'City')).toHaveValue('Miami')
  await expect(rows(page).nth(1)).toContainText('FL')
  await page.goForward()
  await expect(field(page, 'City')).toHaveValue('Houston')
  await expect(page.getByLabel('Address')).toHaveValue('1 Main Street')
  await expect(rows(page).nth(1)).toContainText('TX')
})

test('the form keeps its entries when the page reloads', async ({ page }) => {
  await page.goto(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.getByLabel('Provider Name').fill('Mercy')
  await choose(page, 'State', 'Florida')
  await page.reload()
  await expect(page.getByLabel('Provider Name')).toHaveValue('Mercy')
  await expect(field(page, 'State')).toHaveValue('Florida')
  await expect(page.getByLabel('ZIP Code')).toHaveValue('33131')
  await expect(results(page)).toBeVisible()
})

for (const territory of ['GU', 'VI', 'PR']) {
  test(`the page does not search when the URL names ${territory}`, async ({ page }) => {
    const searches: string[] = []
    page.on('request', (request) => searches.push(new URL(request.url()).pathname))
    await page.goto(`${domestic}?state=${territory}&name=clinic&type=0000000000`)
    const modal = page.getByRole('dialog', { name: 'Invalid Selection' })
    await expect(modal).toContainText('please contact the provider directly')
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(field(page, 'State')).toHaveValue('')
    await expect(page.getByLabel('Provider Name')).toHaveValue('clinic')
    expect(searches).not.toContain('/api/providers')
  })
}

for (const [asked, name, kept] of [
  ['state=ZZ', 'State', ''],
  ['range=7', 'Range', '10'],
  ['type=208G0000XX', 'Provider Type', 'All'],
] as const) {
  test(`the field shows an error when ${asked} in the URL is unavailable`, async ({ page }) => {
    await page.goto(`${domestic}?${asked}`)
    const sentence = `That ${name.toLowerCase()} isn’t available in this search.${kept === 'All' ? ' “All” is selected instead.' : ''}`
    await expect(page.getByRole('link', { name: sentence })).toBeVisible()
    await expect(field(page, name)).toHaveAccessibleDescription(sentence)
    await expect(field(page, name)).toHaveValue(kept)
    await expectAccessible(page)
  })
}

for (const [asked, wrong, sentence] of [
  ['range=7&type=0000000000', 'Range', 'That range isn’t available in this search.'],
  ['type=208G0000XX', 'Provider Type', /^That provider type isn’t available in this search/],
  ['state=ZZ&type=0000000000', 'State', 'That state isn’t available in this search.'],
  [`name=${'x'.repeat(201)}&type=0000000000`, 'Provider Name', /^The provider name in this link is too long/],
  ['name=Mercy%00&type=0000000000', 'Provider Name', /^The provider name in this link is too long/],
] as const) {
  test(`the page shows an error and does not search when the URL contains ${asked.slice(0, 20)}`, async ({
    page,
  }) => {
    const searches: string[] = []
    page.on('request', (request) => searches.push(new URL(request.url()).pathname))
    await page.goto(`${domestic}?zip=33131&${asked}`)
    const mended = page.getByLabel(wrong).and(page.locator('input, select'))
    await expect(mended).toHaveAccessibleDescription(sentence)
    await expectAccessible(page)
    expect(searches).not.toContain('/api/providers')
    if (wrong === 'Provider Type') await choose(page, wrong, 'All')
    await search(page)
    await expect(results(page)).toBeVisible()
    await expect(mended).not.toHaveAccessibleDescription(sentence)
  })
}

test('Back returns from the map to the list and then to the previous page', async ({ page }) => {
  await page.goto('/')
  await page.goto(nearMiami)
  await page.getByText('Map View').click()
  await expect(page).toHaveURL(/view=map/)
  await page.goBack()
  await expect(page).toHaveURL(nearMiami)
  await expect(results(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
})
