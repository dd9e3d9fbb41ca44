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

test.use({ initialData: 'demo', expectedMessages: [/status of (401|422)/] })

const title = { name: 'Member Login', level: 1 }

test('a member can log in by keyboard alone from the start page', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: 'Member Login' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', title)).toBeVisible()
  await expect(page).toHaveURL(loginPage)
  await expect(page).toHaveTitle('Member Login · Harborline Assistance')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('alpine-member')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('That username or password isn’t right.')
  await expect(passwordField(page)).toBeFocused()
  expect(await keptMember(page)).toBeNull()
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectToFit(page)
  }
  await expectAccessible(page)
  await page.keyboard.press('Control+a')
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

test('the login works on a phone with text at 200%', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(loginPage)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectToFit(page)
  await test.step('with large text on a phone, the cookie banner leaves room for the page and hides no focused element', async () => {
    const banner = page.getByRole('region', { name: 'Cookies' })
    await expect(banner.getByRole('button', { name: 'Agree' })).toBeInViewport({ ratio: 1 })
    const top = async () => (await banner.boundingBox())?.y ?? 0
    expect(await top()).toBeGreaterThan(sizes.phone.height / 2)
    const help = page.getByRole('main').getByRole('link').last()
    for (const field of [page.getByLabel('Username'), passwordField(page), help]) {
      await field.focus()
      const { y = 0, height = 0 } = (await field.boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual(await top())
    }
  })
  await logInButton(page).click()
  for (const width of [sizes.phone.width, 320]) {
    await page.setViewportSize({ ...sizes.phone, width })
    await expectToFit(page)
  }
  await expectAccessible(page)
})
