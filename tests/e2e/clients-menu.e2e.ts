import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { expectAccount, openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' })
const searchesOfAlpine = [
  ['Secure Domestic Provider Search', '/domestic-secure-provider-search'],
  ['International Provider Search', '/international-provider-search'],
  ['Local Provider Search', '/domestic-local-provider-search'],
] as const

test('the searches and the account of staff are menus that work by keyboard', async ({ page }) => {
  await page.setViewportSize(sizes.desktop)
  await signIn(page, 'alpine')
  const button = menu(page).getByRole('button', { name: 'Provider Search' })
  const first = menu(page).getByRole('link', { name: searchesOfAlpine[0][0] })
  await test.step('several provider searches appear as a list, each opening in a new tab', async () => {
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    for (const [name, url] of searchesOfAlpine) {
      const link = menu(page).getByRole('link', { name })
      await expect(link).toHaveAttribute('href', url)
      await expect(link).toHaveAttribute('target', '_blank')
    }
    await expectAccessible(page)
    await button.click()
    await expect(first).toBeHidden()
  })
  await test.step('the provider search list opens and closes by keyboard', async () => {
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
  await test.step('the staff footer is one line with customer service', async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: /^24\/7\/365 Customer Service/ })).toHaveAttribute(
      'href',
      'mailto:service@example.com',
    )
    await expect(footer.getByRole('link', { name: 'Cookies and settings' })).toBeVisible()
    expect(await footer.evaluate((element: HTMLElement) => element.offsetHeight)).toBe(40)
  })
  await test.step('the account menu opens, switches colors and closes by keyboard', async () => {
    const account = page.getByRole('button', { name: 'Account', exact: true })
    await account.focus()
    await page.keyboard.press('Enter')
    await expect(account).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Switch to dark colors' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Your sign-ins' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Member accounts' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Emergency access' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
    await expect(account).toHaveAttribute('aria-expanded', 'false')
  })
})

test('the bar is one line: it shows its links where they fit, and a menu button where they do not', async ({
  page,
}) => {
  await page.setViewportSize(sizes.desktop)
  await signIn(page, 'alpine')
  const bar = page.getByRole('banner')
  for (const width of [1280, 1440, 1680]) {
    await page.setViewportSize({ ...sizes.desktop, width })
    await expect(menu(page).getByRole('link', { name: 'CONTACT' })).toBeVisible()
    await expect(toggle(page)).toBeHidden()
    expect(await bar.evaluate((element: HTMLElement) => element.offsetHeight)).toBe(56)
    await expectToFit(page)
  }
  await expect(bar.getByText('Alpine Travel Insurance', { exact: true })).toBeInViewport({ ratio: 1 })
  await test.step('with text at 200 %, the bar is one line with a menu button', () => checkLargeText(page))
  for (const width of [991, 390, 320])
    await test.step(`at ${width} px, the header is a menu that opens and closes`, () =>
      checkNarrowMenu(page, width))
  await test.step('the bar stays in view and covers neither the focused element nor the start of the page', () =>
    checkFocusBelowBar(page))
  await test.step('wider links move into the menu', async () => {
    await page.setViewportSize({ ...sizes.desktop, width: 1280 })
    await menu(page).evaluate((links) => {
      for (const link of links.querySelectorAll('a')) link.style.fontSize = '200%'
    })
    await page.setViewportSize({ ...sizes.desktop, width: 1281 })
    await expect(toggle(page)).toBeVisible()
    await expectToFit(page)
  })
})

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

async function checkLargeText(page: Page) {
  await page.setViewportSize({ ...sizes.desktop, width: 1280 })
  await setTextSize(page, '32px')
  await expect(toggle(page)).toBeVisible()
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
  await setTextSize(page, '')
}

async function checkNarrowMenu(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 })
  await expect(menu(page)).toBeHidden()
  await expectToFit(page)
  if (width === 390) await expectAccount(page, 'You are logged in as: Albert Alpine')
  await toggle(page).focus()
  await page.keyboard.press('Enter')
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
  const searches = menu(page).getByRole('button', { name: 'Provider Search' })
  // In the menu, the list stays open.
  if ((await searches.getAttribute('aria-expanded')) === 'false') await searches.click()
  await expect(menu(page).getByRole('link', { name: 'Local Provider Search' })).toBeVisible()
  await expectToFit(page)
  if (width === 390) await expectAccessible(page)
  await menu(page).getByRole('link', { name: 'CONTACT' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  await expect(menu(page)).toBeHidden()
}

async function checkFocusBelowBar(page: Page) {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
  const first = page.getByRole('main').getByRole('link').first()
  await page.getByRole('main').getByRole('link').last().focus()
  while (!(await first.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('Shift+Tab')
  const { y } = (await first.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual(56)
}

/** What a client without any feature has. */
const bare = {
  clientCodes: {},
  providerSearches: [],
  reports: [],
  accountManagement: [],
  patientSearch: false,
  currentActivity: false,
  clientAuth: false,
  caseSummary: false,
}

for (const [what, account, changes, links] of [
  ['the most features', 'internal', {}, 10],
  ['the fewest features', 'lagoon', bare, 1],
] as const) {
  test(`at 1280 px, the bar of a client with ${what} is 56 px high and stays while the page scrolls`, async ({
    page,
  }) => {
    await page.setViewportSize(sizes.desktop)
    await page.route('/api/clientconfiguration/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
    })
    await signIn(page, account)
    if (account === 'internal') await openClient(page, 'Alpine Travel Insurance')
    const bar = page.getByRole('banner')
    await expect(bar.locator('nav a')).toHaveCount(links)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await bar.boundingBox()).toMatchObject({ y: 0, height: 56, width: 1280 })
  })
}
