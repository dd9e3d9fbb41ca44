import type { Locator, Page } from '@playwright/test'
import { combo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', searchForm: 'quick' })

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name, exact: true })
const found = (page: Page) => page.getByText(/^\d+ providers? found$/)

/** Phones upright, with the cookie notice below the page, and on their side. */
const phones = [sizes.phone, { width: 360, height: 740 }, { width: 844, height: 390 }]
const firstCard = (page: Page) =>
  page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first()

/** Expects an element to be on the screen, above the bar at its bottom. */
async function expectInView(element: Locator) {
  await expect(element).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() =>
      element.evaluate((shown) => {
        const { left, top, width, height } = shown.getBoundingClientRect()
        return shown.contains(document.elementFromPoint(left + width / 2, top + height - 2))
      }),
    )
    .toBe(true)
}

test.describe('with a position of the device', () => {
  test.use({ permissions: ['geolocation'], geolocation: { latitude: 25.7743, longitude: -80.1937 } })

  test('a traveler on a phone reaches a hospital in three taps', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/')
    await expect(combo(page, 'What')).toBeVisible()
    await expectToFit(page)
    await page.setViewportSize(sizes.phone)
    await page.getByRole('button', { name: 'Hospitals' }).click()
    await expect(option(page, /^Use my location/)).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await option(page, /^Use my location/).click()
    await expect(page).toHaveURL(/\/domestic-provider-search\?zip=331\d\d&type=282N00000X$/)
    await expect(found(page)).toBeVisible()
    await expect(combo(page, 'Where')).toHaveValue(/^Miami, FL 331/)
    await expectToFit(page)
    for (const size of phones)
      await test.step(`the first provider can be called at ${size.width} x ${size.height}`, async () => {
        await page.setViewportSize(size)
        await page.reload()
        await expectInView(firstCard(page).getByRole('link', { name: /^Call/ }))
        await expectInView(firstCard(page).getByRole('link', { name: /^Directions/ }))
        await expectInView(firstCard(page).getByText(/^\d+\.\d\d mi$/))
        await expectToFit(page)
        await expectAccessible(page)
      })
    await test.step('the row above the results opens filters and the search, and all actions remain', async () => {
      await page.setViewportSize(sizes.phone)
      const filters = page.getByRole('button', { name: /^Filters/ })
      await filters.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Filters' })
      await dialog.getByRole('checkbox').and(page.locator(':enabled')).first().check()
      await dialog.getByRole('button', { name: /^Show \d+ result/ }).click()
      await expect(filters).toHaveText('Filters (1)')
      await expect(filters).toBeFocused()
      await filters.press('Enter')
      await page.setViewportSize(sizes.desktop)
      await expect(page.getByRole('radio', { name: 'Map View' })).toBeAttached()
      await expect(dialog).toBeVisible()
      await page.setViewportSize(sizes.phone)
      await dialog.getByRole('button', { name: /^Show \d+ result/ }).click()
      await page
        .getByRole('button', { name: /^Save / })
        .first()
        .click()
      await expectInView(page.getByRole('button', { name: 'Shortlist (1)' }))
      await page.reload()
      await expectInView(page.getByRole('button', { name: 'Shortlist (1)' }))
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
      await page
        .getByRole('button', { name: /^Change the search: Hospital.* · Miami, FL 331/ })
        .press('Enter')
      await expect(combo(page, 'What')).toBeFocused()
      await expectInView(combo(page, 'What'))
    })
    await test.step('the start page remembers the place, so a link searches at once', async () => {
      await page.goto('/')
      await expect(combo(page, 'Where')).toHaveValue(/^Miami, FL 331/)
      await page.getByRole('button', { name: 'Pharmacies' }).click()
      await expect(page).toHaveURL(/zip=331\d\d&type=333600000X|zip=331\d\d&type=3336/)
    })
  })
})

test('an agent searches, corrects and opens all fields with the keyboard only', async ({ page }) => {
  await page.goto('/domestic-provider-search')
  await expect(combo(page, 'What')).toBeVisible()
  await page.keyboard.press('/')
  await expect(combo(page, 'What')).toBeFocused()
  await page.keyboard.type('heart doctor')
  await expect(option(page, 'Cardiology')).toHaveAttribute('data-active', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(combo(page, 'Where')).toBeFocused()
  await page.keyboard.type('st. pete')
  await expect(page.getByRole('option').first()).toHaveText('St. Petersburg, FL')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/domestic-provider-search?state=FL&city=St.+Petersburg&type=207RC0000X')
  await expect(page.getByRole('status').filter({ hasText: /providers? found|No results/ })).toBeVisible()

  await test.step('an unknown place is said at the field', async () => {
    await combo(page, 'Where').fill('Qqqqqxz')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(combo(page, 'Where')).toHaveAccessibleDescription(/^We couldn’t find “Qqqqqxz”/)
    await expect(combo(page, 'Where')).toBeFocused()
    await combo(page, 'Where').fill('33131')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/domestic-provider-search?zip=33131&type=207RC0000X')
    await expect(found(page)).toBeVisible()
  })
  await test.step('all fields show the same search and stay open', async () => {
    await page.getByRole('button', { name: 'More options' }).focus()
    await page.keyboard.press('Enter')
    await expect(combo(page, 'State')).toBeFocused()
    await expect(page.getByLabel('ZIP code')).toHaveValue('33131')
    await expect(combo(page, 'Provider type')).toHaveValue('Cardiology')
    await page.reload()
    await expect(page.getByLabel('ZIP code')).toHaveValue('33131')
  })
})
