import { expectGoodOnAllScreens } from './cases.ts'
import { tabTo } from './keyboard.ts'
import {
  keptMember,
  logIn,
  logInButton,
  loginPage,
  logoutButton,
  memberPage,
  passwordField,
} from './members.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { password, signIn } from './staff.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|422|429|500|503)|Failed to load resource/],
})

const title = { name: 'Member Login', level: 1 }

for (const [screen, size] of Object.entries(sizes))
  test(`a member can log in by keyboard alone from the start page (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: 'Member Login' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', title)).toBeVisible()
    await expect(page).toHaveURL(loginPage)
    await expect(page).toHaveTitle('Member Login · Harborline Assistance')
    await expect(page.getByRole('main')).toBeFocused()
    await expectAccessible(page)
    await expectToFit(page)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type('alpine-member')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(memberPage)
    await expect(page.getByRole('heading', { level: 1, name: 'Alpine Travel Insurance' })).toBeVisible()
    expect(Object.keys(JSON.parse((await keptMember(page)) ?? '{}')).sort()).toEqual([
      'clientName',
      'content',
      'showEnglishAndGerman',
      'showIdCard',
    ])
  })

test('the login form shows missing fields inline and in a linked summary', async ({ page }) => {
  await page.goto(loginPage)
  await logInButton(page).click()
  const summary = page.getByRole('region', { name: 'Please check these fields:' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(['Enter your username.', 'Enter your password.'])
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.')
  await expectGoodOnAllScreens(page)
  await summary.getByRole('link', { name: 'Enter your password.' }).click()
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type('something')
  await expect(summary.getByRole('link')).toHaveText(['Enter your username.'])
  await expect(page).toHaveURL(loginPage)
})

test('a wrong password and an unknown name get the same message, and the right password works', async ({
  page,
}) => {
  await page.goto(loginPage)
  const refusals: (string | null)[] = []
  for (const [name, typed] of [
    ['lagoon-member', 'wrong'],
    ['nobody', password],
  ] as const) {
    await logIn(page, name, typed)
    await expect(page.getByRole('alert')).toContainText('That username or password isn’t right.')
    await expect(passwordField(page)).toBeFocused()
    refusals.push(await page.getByRole('alert').textContent())
    expect(await keptMember(page)).toBeNull()
  }
  expect(refusals[0]).toBe(refusals[1])
  await expect(page.getByLabel('Username')).toHaveValue('nobody')
  await expectGoodOnAllScreens(page)
  await logIn(page, 'lagoon-member')
  await expect(page.getByRole('heading', { level: 1, name: 'Lagoon Health Plan' })).toBeVisible()
})

test('after too many attempts, the page says when to try again', async ({ page }) => {
  await page.route('/api/clientmember/login', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: {} }),
  )
  await page.goto(loginPage)
  await logIn(page, 'alpine-member')
  await expect(page.getByRole('alert')).toHaveText('Too many login attempts. Try again in 30 seconds.')
  await expectGoodOnAllScreens(page)
  await page.unroute('/api/clientmember/login')
  await logInButton(page).click()
  await expect(page).toHaveURL(memberPage)
})

test('a failed login shows an error, keeps the typed text and can be retried', async ({ page }) => {
  await page.goto(loginPage)
  for (const fail of ['status 500', 'no connection', 'nonsense']) {
    await page.route('/api/clientmember/login', (route) => {
      if (fail === 'no connection') return route.abort()
      return route.fulfill({ status: fail === 'nonsense' ? 200 : 500, json: {} })
    })
    await logIn(page, 'alpine-member')
    await expect(page.getByRole('alert')).toContainText('An error occurred on client member page login.')
    await expect(page.getByText('We couldn’t log you in. Check your connection')).toBeVisible()
    await page.getByRole('button', { name: 'Close error' }).click()
    await page.unroute('/api/clientmember/login')
  }
  expect(await keptMember(page)).toBeNull()
  await expect(page.getByLabel('Username')).toHaveValue('alpine-member')
  await logInButton(page).click()
  await expect(page).toHaveURL(memberPage)
})

test('a slow login shows progress and is sent once', async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let sent = 0
  await page.route('/api/clientmember/login', async (route) => {
    sent += 1
    await held
    await route.continue()
  })
  await page.goto(loginPage)
  await logIn(page, 'alpine-member')
  await expect(page.getByRole('status').filter({ hasText: 'Logging you in…' })).toBeVisible()
  await expectAccessible(page)
  await passwordField(page).press('Enter')
  letGo()
  await expect(page).toHaveURL(memberPage)
  expect(sent).toBe(1)
})

test('the password can be shown, and Caps Lock is reported', async ({ page }) => {
  await page.goto(loginPage)
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username')
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await expectAccessible(page)
  await show.click()
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
  await passwordField(page).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText('Caps Lock is on.')).toBeVisible()
  await expectAccessible(page)
})

test('signed-in staff see nothing of their own on member pages', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.goto(loginPage)
  await expect(page.getByRole('heading', title)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0)
  await expect(page.getByText('You are logged in as')).toHaveCount(0)
  await logIn(page, 'lagoon-member')
  await expect(logoutButton(page)).toBeVisible()
  await expect(page.getByText('You are logged in as')).toHaveCount(0)
})

for (const width of [sizes.phone.width, 320])
  test(`the login works at ${width} px with text at 200%`, async ({ page }) => {
    await page.setViewportSize({ ...sizes.phone, width })
    await page.goto(loginPage)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectToFit(page)
    await logInButton(page).click()
    await expectToFit(page)
    await expectAccessible(page)
  })
