import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { expectAccount, signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
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
  await expectAccount(search, 'You are logged in as: Albert Alpine')
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
  for (const absent of ['Current Activity', 'Reports', 'Authorizations', 'Select client'])
    await expect(menu(page).getByRole('link', { name: absent })).toHaveCount(0)
})

for (const width of [991, 390, 320]) {
  test(`at ${width} px, the header is a menu that opens and closes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'alpine')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    const toggle = page.getByRole('button', { name: 'Menu' })
    await expect(menu(page)).toBeHidden()
    await expectToFit(page)
    await expectAccount(page, 'You are logged in as: Albert Alpine')
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await menu(page).getByRole('button', { name: 'Provider Search' }).click()
    await expect(menu(page).getByRole('link', { name: 'Local Provider Search' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await menu(page).getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
    await expect(menu(page)).toBeHidden()
  })
}

test('the bar is one line: it shows its links where they fit, and a menu button where they do not', async ({
  page,
}) => {
  await page.setViewportSize(sizes.desktop)
  await signIn(page, 'alpine')
  const bar = page.getByRole('banner')
  const toggle = page.getByRole('button', { name: 'Menu' })
  for (const width of [1280, 1440, 1680]) {
    await page.setViewportSize({ ...sizes.desktop, width })
    await expect(menu(page).getByRole('link', { name: 'CONTACT' })).toBeVisible()
    await expect(toggle).toBeHidden()
    expect(await bar.evaluate((element: HTMLElement) => element.offsetHeight)).toBe(57)
    await expectToFit(page)
  }
  await expect(bar.getByText('Alpine Travel Insurance', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ ...sizes.desktop, width: 1280 })
  await menu(page).evaluate((links) => {
    for (const link of links.querySelectorAll('a')) link.style.fontSize = '200%'
  })
  await page.setViewportSize({ ...sizes.desktop, width: 1281 })
  await expect(toggle).toBeVisible()
  await expectToFit(page)
})

test('with text at 200 %, the bar is one line with a menu button', async ({ page }) => {
  await page.setViewportSize({ ...sizes.desktop, width: 1280 })
  await signIn(page, 'alpine')
  await expect(menu(page).getByRole('link', { name: 'CONTACT' })).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await expectToFit(page)
  const boxes = await page.getByRole('banner').evaluate((bar) =>
    [bar, ...bar.querySelectorAll('button')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  )
  const [bar = { top: 0, bottom: 0 }, ...buttons] = boxes
  expect(buttons).toHaveLength(3)
  expect(buttons.filter(({ top, bottom }) => top < bar.top || bottom > bar.bottom)).toEqual([])
  expect(buttons.filter(({ left }, at) => left < (buttons[at - 1]?.right ?? 0))).toEqual([])
})

test('the bar stays in view and covers neither the focused element nor the start of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signIn(page, 'alpine', '/account-management')
  const bar = page.getByRole('banner')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(bar).toBeInViewport({ ratio: 1 })
  const first = page.getByRole('main').getByRole('link').first()
  await page.getByRole('main').getByRole('link').last().focus()
  while (!(await first.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  const { y } = (await first.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual(57)
})

test('the account menu opens, switches colors and closes by keyboard', async ({ page }) => {
  await signIn(page, 'alpine')
  const button = page.getByRole('button', { name: 'Account', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Switch to dark colors' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('the staff footer is one line with customer service', async ({ page }) => {
  await page.setViewportSize(sizes.desktop)
  await signIn(page, 'alpine')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: /^24\/7\/365 Customer Service/ })).toHaveAttribute(
    'href',
    'mailto:service@example.com',
  )
  await expect(footer.getByRole('link', { name: 'Cookies and settings' })).toBeVisible()
  expect(await footer.evaluate((element: HTMLElement) => element.offsetHeight)).toBe(40)
})
