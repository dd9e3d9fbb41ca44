import { expect, test } from './portal-test.ts'
import { enter, expectAccount, signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource/] })

test('sessions survive a killed portal, and pending sign-ins start over', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'alpine')
  const stranger = await browser.newPage({ baseURL: portal.address })
  await stranger.goto('/')
  await stranger.getByRole('button', { name: 'Portal Login' }).click()
  await expect(stranger.getByLabel('Username')).toBeFocused()
  const asked = stranger.url()

  await portal.killAndRestart()

  await page.goto('/account-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  await enter(stranger, 'lagoon')
  await expect(stranger).not.toHaveURL(asked)
  await expect(stranger.getByLabel('Username')).toHaveValue('')
  await enter(stranger, 'lagoon')
  await expect(stranger).toHaveURL('/home')
  await expectAccount(stranger, 'You are logged in as: Lara Lagoon')
  await stranger.close()
})
