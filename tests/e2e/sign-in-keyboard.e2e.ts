import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { password } from './staff.ts'

test.use({ initialData: 'demo' })

for (const [screen, size] of Object.entries(sizes)) {
  test(`internal staff can sign in, choose a client, browse and log out by keyboard alone (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: 'Agree' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Portal Login' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type('internal')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')

    await test.step(`internal staff can choose a client by keyboard alone (${screen})`, async () => {
      await expect(page).toHaveURL('/client-selector')
      await expect(page.getByRole('heading', { level: 1, name: 'Select client' })).toBeVisible()
      await expect(page.getByPlaceholder('--Select a client--')).toBeVisible()
      await tabTo(page, page.getByRole('combobox', { name: 'Client' }))
      await page.keyboard.type('TRAVEL')
      await expect(page.getByRole('option')).toHaveText(['Alpine Travel Insurance'])
      await expectAccessible(page)
      await expectToFit(page)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
      ).toBeVisible()
      await expectToFit(page)
    })

    if (screen === 'phone') {
      await tabTo(page, page.getByRole('button', { name: 'Menu' }))
      await page.keyboard.press('Enter')
    }
    await tabTo(page, page.getByRole('link', { name: 'CONTACT' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
    await expectToFit(page)

    await tabTo(page, page.getByRole('button', { name: 'Account', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Viewing Client: Alpine Travel Insurance')).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Logout' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
  })
}
