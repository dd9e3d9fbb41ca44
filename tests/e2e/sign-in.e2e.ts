import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { enter, expectAccount, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource/] })

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
const loginButton = (page: Page) => page.getByRole('button', { name: 'Portal Login' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Replaces the stored token before the next page. */
const storeToken = (page: Page, token: { token: string; exp: number; name: string }) =>
  page.evaluate((text) => localStorage.setItem('userToken', text), JSON.stringify(token))

test('staff can sign in by keyboard alone and land on their home page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('You have been logged out')).toHaveCount(0)
  await test.step('the back button from the identity provider returns to the starting page', async () => {
    await loginButton(page).click()
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await loginButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('alpine')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-portal-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expect(title(page, 'Welcome, Alpine Travel Insurance')).toBeVisible()
  await test.step('the browser stores only the specified sign-in data and nothing from the identity provider', () =>
    checkStorage(page))
  await test.step('the start page redirects home with a valid token', async () => {
    await page.goto('/')
    await expect(page).toHaveURL('/home')
  })
  await test.step('signing in again during a session asks for no password', async () => {
    await page.evaluate(() => localStorage.removeItem('userToken'))
    await page.goto('/account-management')
    await expect(page).toHaveURL('/')
    await loginButton(page).click()
    await expect(page).toHaveURL('/account-management')
    await expect(title(page, 'Dedicated Team')).toBeVisible()
  })
})

async function checkStorage(page: Page) {
  const token = await page.evaluate(stored, 'userToken')
  expect(Object.keys(token).sort()).toEqual(['exp', 'name', 'token'])
  expect(token.name).toBe('Albert Alpine')
  expect(token.exp - Date.now() / 1000).toBeGreaterThan(14 * 60)
  expect(token.exp - Date.now() / 1000).toBeLessThan(15 * 60 + 5)
  expect(await page.evaluate(stored, 'currentClient')).toEqual({
    id: 'alpine',
    label: 'Alpine Travel Insurance',
  })
  expect(await page.evaluate(stored, 'isInternal')).toBe(false)
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'clientConfiguration',
    'currentClient',
    // Stored by the fixture of the page.
    'detailedSearch',
    'isInternal',
    'userToken',
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
}

test('a protected page asks visitors to sign in first', async ({ page }) => {
  await test.step('a protected path redirects to the start page without a token', async () => {
    for (const path of ['/home', '/client-selector']) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
  })
  await test.step('an expired token is cleared, and the start page is shown', async () => {
    await storeToken(page, { token: 'old', exp: 1_700_000_000, name: 'Albert Alpine' })
    await page.goto('/home')
    await expect(page).toHaveURL('/')
    await expect(loginButton(page)).toBeVisible()
    expect(await page.evaluate(stored, 'userToken')).toBeNull()
  })
  await test.step('a forged unexpired token redirects to the identity provider', async () => {
    await storeToken(page, { token: 'made.up.token', exp: 4_000_000_000, name: 'Nobody' })
    await page.goto('/home')
    await expect(page.getByLabel('Username')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
  })
  for (const [path, heading] of [
    ['/patient-search', 'Patient Search'],
    ['/domestic-secure-provider-search', 'Secure Domestic Provider Search'],
  ] as const)
    await test.step(`sign-in continues to ${path} and shows the client`, async () => {
      await page.goto(path)
      await expect(page).toHaveURL('/')
      await loginButton(page).click()
      await enter(page, 'alpine')
      await expect(page).toHaveURL(path)
      await expect(title(page, heading)).toBeVisible()
      await expectAccount(page, 'ClientName: Alpine Travel Insurance')
      await page.goto('/logout')
      await expect(loginButton(page)).toBeVisible()
    })
})

test('requests of staff carry their token, and of public searches none', async ({ page }) => {
  await signIn(page, 'alpine')
  const requests: { path: string; bearer: string | undefined }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    requests.push({ path, bearer: request.headers().authorization })
  })
  await page.route('/api/account-manager-picture/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'configuration-version': 'newer' } })
  })
  const bearer = (path: string) => requests.findLast((request) => request.path === path)?.bearer
  await test.step('renews the token once and retries rejected requests', async () => {
    await page.evaluate(() => {
      const { exp, name } = JSON.parse(localStorage.getItem('userToken') ?? '{}')
      localStorage.setItem('userToken', JSON.stringify({ token: 'worn.out.token', exp, name }))
    })
    await page.getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByRole('img', { name: 'Ada Sampleton' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Marco Draftwick' })).toBeVisible()
    expect(requests.filter(({ path }) => path === '/api/session/renew')).toHaveLength(1)
  })
  await test.step('a response for a newer configuration fetches the configuration again', () =>
    expect.poll(() => requests.map(({ path }) => path)).toContain('/api/clientconfiguration/alpine'))
  await test.step('sends the token with the secure search but not with public searches', async () => {
    await page.goto('/domestic-secure-provider-search?zip=33131&type=0000000000')
    await expect(title(page, 'Secure Domestic Provider Search')).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    for (const path of [
      '/api/info/domestic-secure-provider-search',
      '/api/provider-search-detail/domestic-secure-provider-search',
      '/api/providertypes/0',
      '/api/providers',
    ])
      expect(bearer(path), path).toMatch(/^Bearer /)
    await page.goto('/international-provider-search')
    await expect(title(page, 'International Provider Search')).toBeVisible()
    await expect.poll(() => requests.map(({ path }) => path)).toContain('/api/countries')
    expect(bearer('/api/info/international-provider-search')).toBeUndefined()
    expect(bearer('/api/countries')).toBeUndefined()
  })
  await test.step('a request that needs a fresh token reports the failure', async () => {
    await page.route('/api/session/renew', (route) => route.abort())
    await page.route('/api/client-home-page', (route) => route.fulfill({ status: 401, json: {} }))
    await page.goto('/home')
    await expect(page.getByText('An error occurred getting home page').first()).toBeVisible()
    expect(await page.evaluate(stored, 'userToken')).not.toBeNull()
  })
})

test('a person whose access was turned off is logged out, sees the reason and can return once access is back on', async ({
  page,
  portal,
}) => {
  await signIn(page, 'lagoon')
  expect((await portal.command('staff', 'disable', 'lara lagoon')).exitCode).toBe(0)
  await page.setViewportSize(sizes.phone)
  await page.goto('/patient-search', { waitUntil: 'commit' })
  await test.step('a failed sign-in is explained and can be retried', async () => {
    await expect(title(page, 'An Error Occurred')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Your access to the portal has been turned off.')
    await expectToFit(page)
    await expectAccessible(page)
    await portal.command('staff', 'enable', 'lara lagoon')
    await loginButton(page).click()
    await expect(page).toHaveURL('/patient-search')
  })
})
