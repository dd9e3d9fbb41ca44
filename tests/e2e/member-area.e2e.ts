import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { keptMember, logIn, loginPage, logoutButton, memberPage, openMemberPage } from './members.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const ended = 'Your session has ended, so we logged you out for your security. Please log in again.'
const login = (page: Page) => page.getByRole('heading', { level: 1, name: 'Member Login' })

test('a member reads their page and logs out, and the back button shows nothing', async ({ page }) => {
  await test.step('the member page and the login page redirect to each other depending on login state', async () => {
    await page.goto(memberPage)
    await expect(page).toHaveURL(loginPage)
    await expect(login(page)).toBeVisible()
    await expect(page.getByText(ended)).toHaveCount(0)
    await openMemberPage(page, 'lagoon-member')
    await page.goto(loginPage)
    await expect(page).toHaveURL(memberPage)
  })
  await test.step('a member without an ID card sees the client content and no form', async () => {
    await expect(page).toHaveTitle('Lagoon Health Plan · Harborline Assistance')
    await expect(page.getByRole('link', { name: '1-800-555-0150' })).toHaveAttribute(
      'href',
      'tel:+18005550150',
    )
    await expect(page.getByRole('button', { name: 'Display Insurance Card' })).toHaveCount(0)
    await expect(page.getByText('German')).toHaveCount(0)
    await expectGoodOnAllScreens(page)
  })
  await test.step('client content cannot run scripts or submit forms', () => checkContent(page))
  await test.step('what surrounds the page is in its language, that of other pages in English', async () => {
    const [html, footer] = [page.locator('html'), page.getByRole('contentinfo')]
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(html).toHaveAttribute('lang', 'de')
    await expectGoodOnAllScreens(page)
    await footer.getByRole('link', { name: 'Quellen' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(footer.getByRole('link', { name: 'Credits' })).toBeVisible()
    await page.goBack()
    await expect(html).toHaveAttribute('lang', 'de')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(footer.getByRole('link', { name: 'Credits' })).toBeVisible()
  })
  await test.step('logout clears browser data and ends the server session, and the back button shows nothing', () =>
    checkLogout(page))
})

async function checkContent(page: Page) {
  const content = `<p id="x">Safe <a href="javascript:alert(1)">words</a></p><script>alert(1)</script>
    <form action="https://evil.example.com"><input name="password"></form>`
  await page.route('/api/clientmember/page*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), content } })
  })
  await page.reload()
  const written = page.getByRole('main').locator('.written')
  await expect(written).toHaveText(/Safe words/)
  await expect(written.locator('form, input, script, [href], [id]')).toHaveCount(0)
  await page.unroute('/api/clientmember/page*')
}

async function checkLogout(page: Page) {
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
  await test.step('the back button after logout leads to the login page', async () => {
    await page.goBack()
    await page.goForward()
    await expect(page).toHaveURL(loginPage)
    await expect(page.getByText('Lagoon Health Plan')).toHaveCount(0)
  })
  await page.goBack()
  await page.goto(memberPage)
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Lagoon Health Plan')).toHaveCount(0)
}

test('the tabs of a browser belong to one member, whose session the server can end', async ({
  page,
  context,
}) => {
  await openMemberPage(page, 'alpine-member')
  const other = await context.newPage()
  await other.goto(memberPage)
  await test.step('logout in one tab logs out the other', async () => {
    await logoutButton(other).click()
    await expect(login(page)).toBeVisible()
    await expect(page.getByText('Alpine Travel Insurance')).toHaveCount(0)
    await expect(login(other)).toBeVisible()
  })
  await test.step('another member in the same browser sees their own page', async () => {
    await logIn(other, 'lagoon-member')
    await expect(other.getByRole('heading', { level: 1, name: 'Lagoon Health Plan' })).toBeVisible()
    await expect(page).toHaveURL(loginPage)
  })
  await test.step('returning to a page after the session has ended leads to the login page', async () => {
    await context.clearCookies()
    await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(other.getByRole('status').filter({ hasText: ended })).toBeVisible()
    expect(await keptMember(other)).toBeNull()
  })
  await test.step('forged local storage shows nothing without a session', async () => {
    await other.evaluate(() =>
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
    await other.goto(memberPage)
    await expect(other.getByRole('status').filter({ hasText: ended })).toBeVisible()
    await expect(other.getByText('Made up')).toHaveCount(0)
  })
})
