import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { enter, expectAccount, logOut, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const expired = 'You have been logged out because your session has expired. Please log back in.'
const warning = (page: Page) => page.getByRole('dialog', { name: 'Your session is about to end' })
const loginButton = (page: Page) => page.getByRole('button', { name: 'Portal Login' })
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Requires that the browser holds no data of the session. */
async function expectNothingKept(page: Page) {
  for (const key of ['userToken', 'clientConfiguration', 'currentClient', 'isInternal'])
    expect(await kept(page, key), key).toBeNull()
}

const renewal = '**/api/session/renew'

/** The requests of the menu and the home page. */
const requests = [
  '/itn/queue',
  '/client-home-page',
  '/recentcases',
  '/today/figures',
  '/today/waiting',
  '/today/news',
].map((path) => `**/api${path}`)

/**
 * Signs in with a controlled clock. Waits for the first token, and until the page is complete: a request that it sends
 * later, with an expired token, would renew the token.
 */
async function signInByClock(page: Page, hours: number) {
  await page.clock.install({ time: Date.now() + hours * 3_600_000 })
  const answers = [renewal, ...requests].map((address) => page.waitForResponse(address))
  await signIn(page, 'alpine')
  await Promise.all(answers)
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  await renewalsStored(page)
}

/** Waits until the page has stored the tokens that it received, which set its clock. Renewals hold a lock. */
const renewalsStored = (page: Page) =>
  page.evaluate(() => navigator.locks.request('portal-renewal', () => {}))

/** Moves the pointer until the page renews the session, and once more. */
async function expectRenewedByPointer(page: Page, renewals: string[]) {
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
}

test('a session is renewed during activity, announces its end and ends', async ({ page }) => {
  await test.step('a clock that is off by two hours does not sign out staff', () => signInByClock(page, 2))
  const renewals: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/session/renew')) renewals.push(response.url())
  })
  await test.step('a session is renewed during activity but not for an idle tab', async () => {
    await page.clock.fastForward('20:00')
    await page.clock.runFor(3000)
    expect(renewals).toHaveLength(0)
    await expectRenewedByPointer(page, renewals)
    await page.clock.fastForward('14:30')
    await expect.poll(() => renewals).toHaveLength(2)
    await renewalsStored(page)
  })
  await test.step('the page warns two minutes before a session ends and can extend it', async () => {
    await page.clock.fastForward('57:30')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('00:40')
    await expect(warning(page)).toBeVisible()
    await expect(warning(page).getByText(/^Time left: 1:\d\d$/)).toBeVisible()
    await expect(warning(page).getByRole('status')).toHaveText('2 minutes left')
    await expect(warning(page).getByRole('button', { name: 'Stay logged in' })).toBeFocused()
    for (const size of [sizes.phone, sizes.desktop]) {
      await page.setViewportSize(size)
      await expectToFit(page)
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(warning(page)).toHaveCount(0)
    await expect(page).toHaveURL('/home')
    expect(renewals).toHaveLength(3)
  })
  await test.step('clears all data and shows the reason on the start page', async () => {
    await page.clock.fastForward('58:30')
    await expect(warning(page)).toBeVisible()
    const refusal = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '', reference: '' }
    const json = { ...refusal, reason: 'session_expired' }
    await page.route(renewal, (route) => route.fulfill({ status: 401, json }))
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveText(expired)
    await expectAccessible(page)
    await expectNothingKept(page)
  })
})

test('logging in or out in one tab applies to all tabs', async ({ page, context, request }) => {
  const other = await context.newPage()
  await other.goto('/')
  await expect(loginButton(other)).toBeVisible()
  await signIn(page, 'alpine')
  await expect(other).toHaveURL('/home')
  await expectAccount(other, 'You are logged in as: Albert Alpine')

  await other.goto('/domestic-provider-search')
  await expectAccount(other, 'You are logged in as: Albert Alpine')
  const third = await context.newPage()
  await third.goto('/authorization')
  await expect(third.getByRole('heading', { level: 1 })).toHaveText('Authorization Pending')
  const { token } = JSON.parse((await kept(page, 'userToken')) ?? '{}')
  const [session] = await context.cookies()
  await logOut(page)
  await expect(third).toHaveURL('/')
  await expect(loginButton(third)).toBeVisible()
  await expect(third.getByText(expired)).toHaveCount(0)
  await expect(other.getByText('You are logged in as')).toHaveCount(0)
  await expect(other).toHaveURL('/domestic-provider-search')

  await test.step('logging out ends the session in the browser, on the server and at the identity provider', async () => {
    await expect(page).toHaveURL('/')
    await expect(loginButton(page)).toBeVisible()
    await expectNothingKept(page)
    const headers = { authorization: `Bearer ${token}`, cookie: `${session?.name}=${session?.value}` }
    expect((await request.get('/api/client-home-page', { headers })).status()).toBe(401)
    await loginButton(page).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  })
  await test.step('without the session cookie, a reloaded page redirects to sign-in and back', async () => {
    await enter(page, 'alpine')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    await page.getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
    // A tab that finds out first that the session has ended leads the others to the start page.
    await third.close()
    await other.close()
    await context.clearCookies()
    await page.reload()
    await enter(page, 'alpine')
    await expect(page).toHaveURL('/account-management')
  })
})

test('a person logs out another device by keyboard, also on small screens', async ({
  page,
  browser,
  portal,
}) => {
  const other = await browser.newContext({ baseURL: portal.address })
  await signIn(await other.newPage(), 'alpine')
  await signIn(page, 'alpine', '/sign-ins')
  // Sessions of other tests in this file are older.
  const logOutOther = page.getByRole('button', { name: /^Log out Chrome on / }).first()
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(logOutOther).toBeVisible()
    await expect(() => expectToFit(page), `${width} px`).toPass()
    await expectAccessible(page)
  }
  await logOutOther.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logged out one other device.')).toBeVisible()
  expect((await other.request.post('/api/session/renew')).status()).toBe(401)
  expect((await page.request.post('/api/session/renew')).status()).toBe(200)
  await other.close()
})

test('a person who sees one code reaches emergency access by keyboard, also on small screens', async ({
  page,
}) => {
  await signIn(page, 'alpine-leisure', '/emergency-access')
  const number = page.getByLabel('Incident number')
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(number).toBeVisible()
    await expect(() => expectToFit(page), `${width} px`).toPass()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Open the case' }).focus()
  await page.keyboard.press('Enter')
  await expect(number).toBeFocused()
  await expect(page.getByText('Enter all 11 characters of the incident number.')).toBeVisible()
})
