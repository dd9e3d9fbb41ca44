import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { enter, signIn } from './staff.ts'

test.use({ beginning: 'demonstration', expectedComplaints: [/status of 401/] })

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

for (const [screen, size] of Object.entries(sizes)) {
  test(`staff sign in by keyboard alone and arrive at their home page (${screen})`, async ({ page }) => {
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

test('what the browser keeps of a sign-in is what the specification says, and nothing of the identity provider', async ({
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

test('with a live token the start page is the home page', async ({ page }) => {
  await signIn(page, 'lagoon')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
})

for (const path of ['/home', '/client-selector', '/account-management']) {
  test(`without a token ${path} leads to the start page, and the sign-in back to it`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Portal Login' }).click()
    await enter(page, 'internal')
    await expect(page).toHaveURL('/client-selector')
    await page.getByRole('heading', { level: 1, name: 'Select client' }).waitFor()
  })
}

for (const [path, title] of [
  ['/account-management', 'Dedicated Team'],
  ['/patient-search', 'Patient Search'],
] as const) {
  test(`after the sign-in staff go on to ${path}, where they wanted to go, and read for which client`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Portal Login' }).click()
    await enter(page, 'alpine')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('ClientName: Alpine Travel Insurance')).toBeVisible()
  })
}

for (const [what, text] of [
  ['is no JSON', '{token'],
  ['is of another shape', '{"token":7}'],
  ['has expired', JSON.stringify({ token: 'old', exp: 1_700_000_000, name: 'Albert Alpine' })],
] as const) {
  test(`a token that ${what} is blanked, and the start page is what shows`, async ({ page }) => {
    await page.goto('/cookies')
    await page.evaluate((value) => localStorage.setItem('userToken', value), text)
    await page.goto('/home')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
    expect(await page.evaluate(stored, 'userToken')).toBeNull()
  })
}

test('a made-up token that has not expired leads to the identity provider', async ({ page }) => {
  await page.goto('/cookies')
  const madeUp = { token: 'made.up.token', exp: 4_000_000_000, name: 'Nobody' }
  await page.evaluate((value) => localStorage.setItem('userToken', value), JSON.stringify(madeUp))
  await page.goto('/home')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
})

test('who signs in again while the session lives is not asked for a password', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.evaluate(() => localStorage.removeItem('userToken'))
  await page.goto('/account-management')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page).toHaveURL('/account-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
})

test('a path of another site is never where the sign-in leads', async ({ page }) => {
  await page.goto('/token?returnTo=//evil.example.com/home')
  await enter(page, 'alpine')
  await expect(page).toHaveURL('/home')
})

test('while the token is on its way the page says so', async ({ page }) => {
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

test('who comes back from the identity provider by the browser’s button stands where they began', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
})

test('after the identity provider without a session the token cannot be had, and the page says what to do', async ({
  page,
}) => {
  await page.goto('/token?fresh=1&returnTo=/account-management')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Error retrieving authentication token' }),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('allow cookies')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await enter(page, 'alpine')
  await expect(page).toHaveURL('/account-management')
})

test.describe('while the portal cannot be reached', () => {
  test.use({ expectedComplaints: [/Failed to load resource/] })

  test('the token cannot be had, and trying again helps', async ({ page }) => {
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

  test('a call that needs a fresh token says that there is none', async ({ page }) => {
    await signIn(page, 'alpine')
    await page.route('/api/session/renew', (route) => route.abort())
    await page.route('/api/client-home-page', (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await expect(page.getByText('An error occurred getting home page').first()).toBeVisible()
    expect(await page.evaluate(stored, 'userToken')).not.toBeNull()
  })
})

test.describe('a person who is disabled', () => {
  test.use({ expectedComplaints: [/Failed to load resource.*401/] })

  test('is out while signed in, reads why at the sign-in, and comes back once enabled', async ({
    page,
    portal,
  }) => {
    await signIn(page, 'lagoon')
    expect((await portal.command('staff', 'disable', 'lara lagoon')).exitCode).toBe(0)
    await page.goto('/patient-search', { waitUntil: 'commit' })
    await expect(page.getByRole('main')).toContainText('Your access to the portal has been closed.')
    await portal.command('staff', 'enable', 'lara lagoon')
    await signIn(page, 'lagoon')
  })
})

const refusals = [
  ['no-client', 'Your account does not say which company you work for.'],
  ['unknown-client', 'The portal does not know the company that your account belongs to.'],
  ['client-disabled', 'The portal is closed for your company at present.'],
  ['person-disabled', 'Your access to the portal has been closed.'],
  ['cancelled', 'The sign-in was cancelled.'],
  ['provider-away', 'The service where you sign in cannot be reached at present.'],
  ['failed', 'The sign-in did not work.'],
  ['<script>', 'The sign-in did not work.'],
] as const

for (const [reason, sentence] of refusals) {
  test(`a sign-in that failed (${reason}) is explained, and can be tried again`, async ({ page }) => {
    await page.setViewportSize(sizes.phone)
    await page.goto(`/sign-in-failed?reason=${encodeURIComponent(reason)}&reference=req-7`)
    await expect(page.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(sentence)
    await expect(page.getByText('Reference: req-7')).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Portal Login' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  })
}
