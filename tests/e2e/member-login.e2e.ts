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

test('signed-in staff see nothing of their own on member pages', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.goto(loginPage)
  await expect(page.getByRole('heading', title)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
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
