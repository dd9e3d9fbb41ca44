import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { expectAccount, logOut, signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const expired = 'You have been logged out because your session has expired. Please log back in.'
const warning = (page: Page) => page.getByRole('dialog', { name: 'Your session is about to end' })
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const renewal = '**/api/session/renew'

/**
 * Signs in with a controlled clock. Waits for the first token, whose renewal holds a lock, and for all
 * initial requests: a late request could renew the token, and a late response could set the clock.
 */
async function signInByClock(page: Page) {
  await page.clock.install()
  const renewed = page.waitForResponse(renewal)
  await signIn(page, 'alpine')
  await renewed
  await page.evaluate(() => navigator.locks.request('portal-renewal', () => {}))
  await page.waitForLoadState('networkidle')
}

for (const [screen, size] of Object.entries(sizes)) {
  test(`the page warns two minutes before a session ends and can extend it (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await signInByClock(page)
    await page.clock.fastForward('57:30')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('00:40')
    await expect(warning(page)).toBeVisible()
    await expect(warning(page).getByText(/^Time left: 1:\d\d$/)).toBeVisible()
    await expect(warning(page).getByRole('status')).toHaveText('2 minutes left')
    await expect(warning(page).getByRole('button', { name: 'Stay logged in' })).toBeFocused()
    await expectToFit(page)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(warning(page)).toHaveCount(0)
    await expect(page).toHaveURL('/home')
  })
}

test.describe('at the end of a session', () => {
  test.use({ expectedMessages: [/status of 401/] })

  test('clears all data and shows the reason on the start page', async ({ page }) => {
    await signInByClock(page)
    await page.clock.fastForward('58:30')
    await expect(warning(page)).toBeVisible()
    const refusal = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '', reference: '' }
    await page.route(renewal, (route) =>
      route.fulfill({ status: 401, json: { ...refusal, reason: 'session_expired' } }),
    )
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveText(expired)
    await expectAccessible(page)
    for (const key of ['userToken', 'clientConfiguration', 'currentClient', 'isInternal'])
      expect(await kept(page, key), key).toBeNull()
  })
})

test('a session continues if another tab renewed it without this tab noticing', async ({ page }) => {
  await signInByClock(page)
  await page.clock.fastForward('58:30')
  await expect(warning(page)).toBeVisible()
  const renewed = page.waitForResponse(renewal)
  await page.clock.fastForward('02:00')
  expect((await renewed).status()).toBe(200)
  await expect(warning(page)).toHaveCount(0)
  await expect(page).toHaveURL('/home')
})

test.describe('when the portal is unreachable', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('extending the session reports the failure and works once online', async ({ page }) => {
    await signInByClock(page)
    await page.clock.fastForward('58:10')
    await page.route('/api/session/renew', (route) => route.abort())
    await warning(page).getByRole('button', { name: 'Stay logged in' }).click()
    await expect(page.getByRole('alert')).toContainText('Error retrieving authentication token')
    await expect(warning(page)).toBeVisible()
    await page.unroute('/api/session/renew')
    await warning(page).getByRole('button', { name: 'Stay logged in' }).click()
    await expect(warning(page)).toHaveCount(0)
  })
})

test('the start page shows no expiry notice to a new visitor', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  await expect(page.getByText(expired)).toHaveCount(0)
})

test('an expired token is renewed on the first activity', async ({ page }) => {
  await signInByClock(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20 * 60_000))
  const renewed = page.waitForResponse(renewal)
  await page.keyboard.press('Shift')
  expect((await renewed).status()).toBe(200)
})

for (const hours of [-2, 2])
  test(`a clock that is off by ${hours} hours does not sign out staff`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await signIn(page, 'alpine', '/account-management')
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  })

test('a session is renewed during activity but not for an idle tab', async ({ page }) => {
  await signInByClock(page)
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/renew')) renewals.push(request.url())
  })
  await page.clock.fastForward('20:00')
  await page.clock.runFor(3000)
  expect(renewals).toHaveLength(0)
  let x = 200
  const moveOn = async () => {
    // Browsers merge pointer moves in quick succession.
    x += 50
    await page.mouse.move(x, 300)
    await page.clock.runFor(1000)
    return renewals.length
  }
  await expect.poll(moveOn).toBe(1)
  await moveOn()
  expect(renewals).toHaveLength(1)
})

test('the session warning offers to log out', async ({ page }) => {
  await signInByClock(page)
  await page.clock.fastForward('58:30')
  await warning(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  await expect(page.getByText(expired)).toHaveCount(0)
})

test('logging out ends the session in the browser, on the server and at the identity provider', async ({
  page,
  request,
}) => {
  await signIn(page, 'alpine')
  const { token } = JSON.parse((await kept(page, 'userToken')) ?? '{}')
  const [session] = await page.context().cookies()
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  for (const key of ['userToken', 'clientConfiguration', 'currentClient', 'isInternal'])
    expect(await kept(page, key), key).toBeNull()

  const headers = { authorization: `Bearer ${token}`, cookie: `${session?.name}=${session?.value}` }
  expect((await request.get('/api/client-home-page', { headers })).status()).toBe(401)
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('logging in or out in one tab applies to all tabs', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  await signIn(page, 'alpine')
  await expect(other).toHaveURL('/home')
  await expectAccount(other, 'You are logged in as: Albert Alpine')

  await other.goto('/domestic-provider-search')
  await expectAccount(other, 'You are logged in as: Albert Alpine')
  const third = await context.newPage()
  await third.goto('/account-management')
  await expect(third.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  await logOut(page)
  await expect(third).toHaveURL('/')
  await expect(third.getByText(expired)).toHaveCount(0)
  await expect(other.getByText('You are logged in as')).toHaveCount(0)
  await expect(other).toHaveURL('/domestic-provider-search')
})

test('every tab goes to the start page on logout in another tab', async ({ page, context }) => {
  await signIn(page, 'alpine', '/account-management')
  const tabs: Page[] = []
  for (const path of ['/patient-search', '/current-activity', '/authorization', '/reports']) {
    const tab = await context.newPage()
    await tab.goto(path)
    await expect(tab.getByRole('button', { name: /^(Search|Submit|Edit search)$/ })).toBeVisible()
    tabs.push(tab)
  }
  await logOut(page)
  for (const tab of tabs) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  }
})

test.describe('without the session cookie', () => {
  test.use({ expectedMessages: [/status of 401/] })

  test('a reloaded page redirects to sign-in and back', async ({ page }) => {
    await signIn(page, 'alpine', '/account-management')
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.getByLabel('Username').fill('alpine')
    await page.getByLabel('Password').fill('demo-portal-2026')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/account-management')
  })
})

test.describe('when the portal is unreachable', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('logout reports that the server could not be reached', async ({ page }) => {
    await signIn(page, 'alpine')
    await page.route('/api/session/end', (route) => route.abort())
    await logOut(page)
    await expect(page.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
    expect(await kept(page, 'userToken')).toBeNull()
    await expectAccessible(page)
    await page.unroute('/api/session/end')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  })
})
