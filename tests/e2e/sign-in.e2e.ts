import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { enter, expectAccount, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

for (const [screen, size] of Object.entries(sizes)) {
  test(`staff can sign in by keyboard alone and land on their home page (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    await page.getByRole('button', { name: 'Portal Login' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type('alpine')
    await page.keyboard.press('Tab')
    await page.keyboard.type('demo-portal-2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
    ).toBeVisible()
    await expectToFit(page)
  })
}

test('the browser stores only the specified sign-in data and nothing from the identity provider', async ({
  page,
}) => {
  await signIn(page, 'alpine')
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
    'isInternal',
    'userToken',
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('the start page redirects home with a valid token', async ({ page }) => {
  await signIn(page, 'lagoon')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
})

test('a protected path redirects to the start page without a token, and sign-in leads to the selector', async ({
  page,
}) => {
  for (const path of ['/home', '/client-selector', '/account-management']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await enter(page, 'internal')
  await expect(page).toHaveURL('/client-selector')
  await page.getByRole('heading', { level: 1, name: 'Select client' }).waitFor()
})

for (const [path, title] of [
  ['/account-management', 'Dedicated Team'],
  ['/patient-search', 'Patient Search'],
] as const) {
  test(`sign-in continues to ${path} and shows the client`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Portal Login' }).click()
    await enter(page, 'alpine')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectAccount(page, 'ClientName: Alpine Travel Insurance')
  })
}

test('an invalid or expired token is cleared, and the start page is shown', async ({ page }) => {
  await page.goto('/cookies')
  for (const text of [
    '{token',
    '{"token":7}',
    JSON.stringify({ token: 'old', exp: 1_700_000_000, name: 'Albert Alpine' }),
  ]) {
    await page.evaluate((value) => localStorage.setItem('userToken', value), text)
    await page.goto('/home')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
    expect(await page.evaluate(stored, 'userToken'), text).toBeNull()
  }
})

test('a forged unexpired token redirects to the identity provider', async ({ page }) => {
  await page.goto('/cookies')
  const madeUp = { token: 'made.up.token', exp: 4_000_000_000, name: 'Nobody' }
  await page.evaluate((value) => localStorage.setItem('userToken', value), JSON.stringify(madeUp))
  await page.goto('/home')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
})

test('signing in again during a session asks for no password', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.evaluate(() => localStorage.removeItem('userToken'))
  await page.goto('/account-management')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page).toHaveURL('/account-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
})

test('sign-in never redirects to another site', async ({ page }) => {
  await page.goto('/token?returnTo=//evil.example.com/home')
  await enter(page, 'alpine')
  await expect(page).toHaveURL('/home')
})

test('the page shows progress while the token is fetched', async ({ page }) => {
  await signIn(page, 'alpine')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('/api/session/renew', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/token?returnTo=/account-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication in progress' })).toBeVisible()
  await expectAccessible(page)
  go()
  await expect(page).toHaveURL('/account-management')
})

test('the back button from the identity provider returns to the starting page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
})

test('the page explains what to do when the sign-in cookie was blocked', async ({ page }) => {
  await page.goto('/token?fresh=1&returnTo=/account-management')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Error retrieving authentication token' }),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Allow cookies')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await enter(page, 'alpine')
  await expect(page).toHaveURL('/account-management')
})

test.describe('when the portal is unreachable', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('reports a token error and recovers on retry', async ({ page }) => {
    await signIn(page, 'alpine')
    await page.route('/api/session/renew', (route) => route.abort())
    await page.goto('/token?returnTo=/account-management')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Error retrieving authentication token' }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.unroute('/api/session/renew')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/account-management')
  })

  test('a request that needs a fresh token reports the failure', async ({ page }) => {
    await signIn(page, 'alpine')
    await page.route('/api/session/renew', (route) => route.abort())
    await page.route('/api/client-home-page', (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await expect(page.getByText('An error occurred getting home page').first()).toBeVisible()
    expect(await page.evaluate(stored, 'userToken')).not.toBeNull()
  })
})

test.describe('a person whose access was turned off', () => {
  test.use({ expectedMessages: [/Failed to load resource.*401/] })

  test('is logged out, sees the reason at sign-in and can return once access is back on', async ({
    page,
    portal,
  }) => {
    await signIn(page, 'lagoon')
    expect((await portal.command('staff', 'disable', 'lara lagoon')).exitCode).toBe(0)
    await page.goto('/patient-search', { waitUntil: 'commit' })
    await expect(page.getByRole('main')).toContainText('Your access to the portal has been turned off.')
    await portal.command('staff', 'enable', 'lara lagoon')
    await signIn(page, 'lagoon')
  })
})

test('a failed sign-in is explained and can be retried', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto('/sign-in-failed?reason=client-disabled&reference=req-7')
  await expect(page.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your company’s access to the portal is currently off.')
  await expect(page.getByText('Reference: req-7')).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
