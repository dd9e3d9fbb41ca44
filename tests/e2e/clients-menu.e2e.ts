import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Portal' })
const searchesOfAlpine = [
  ['Secure Domestic Provider Search', '/domestic-secure-provider-search'],
  ['International Provider Search', '/international-provider-search'],
  ['Local Provider Search', '/domestic-local-provider-search'],
] as const

test('several provider searches appear as a list, each opening in a new tab', async ({ page }) => {
  await signIn(page, 'alpine')
  const button = menu(page).getByRole('button', { name: 'Provider Search' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  for (const [name, url] of searchesOfAlpine) {
    const link = menu(page).getByRole('link', { name })
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await menu(page).getByRole('link', { name: 'Secure Domestic Provider Search' }).click()
  const search = await opened
  await expect(
    search.getByRole('heading', { level: 1, name: 'Secure Domestic Provider Search' }),
  ).toBeVisible()
  await expect(search.getByText('You are logged in as: Albert Alpine')).toBeVisible()
})

test('the provider search list opens and closes by keyboard', async ({ page }) => {
  await signIn(page, 'alpine')
  const button = menu(page).getByRole('button', { name: 'Provider Search' })
  const first = menu(page).getByRole('link', { name: searchesOfAlpine[0][0] })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  for (const _search of searchesOfAlpine) await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(menu(page).getByRole('link', { name: 'Reports' })).toBeFocused()
  await expect(first).toBeHidden()
})

test('a single provider search is a plain link', async ({ page }) => {
  await signIn(page, 'lagoon')
  const link = menu(page).getByRole('link', { name: 'Provider Search' })
  await expect(link).toHaveAttribute('href', '/international-provider-search')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(menu(page).getByRole('button')).toHaveCount(0)
})

test('the header shows the person, the client and its links', async ({ page }) => {
  await signIn(page, 'lagoon')
  await expect(page.getByRole('banner')).toContainText('You are logged in as: Lara Lagoon')
  await expect(page.getByRole('banner')).toContainText('ClientName: Lagoon Health Plan')
  for (const absent of ['Current Activity', 'Reports', 'Authorization', 'Select client'])
    await expect(menu(page).getByRole('link', { name: absent })).toHaveCount(0)
})

for (const width of [991, 390, 320]) {
  test(`at ${width} px, the header is a menu that opens and closes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'alpine')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const toggle = page.getByRole('button', { name: 'Menu' })
    await expect(menu(page)).toBeHidden()
    await expectToFit(page)
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('You are logged in as: Albert Alpine')).toBeVisible()
    await menu(page).getByRole('button', { name: 'Provider Search' }).click()
    await expect(menu(page).getByRole('link', { name: 'Local Provider Search' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await menu(page).getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
    await expect(menu(page)).toBeHidden()
  })
}

test('the header is fully expanded above 991 px', async ({ page }) => {
  await page.setViewportSize({ ...sizes.desktop, width: 992 })
  await signIn(page, 'alpine')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(menu(page)).toBeVisible()
  await expectToFit(page)
})
