import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ beginning: 'demonstration' })

test('staff sign in with their identity provider and arrive at their home page', async ({ page }) => {
  await signIn(page, 'alpine')
  await expect(page.getByText('You are logged in as: Albert Alpine')).toBeVisible()
  await page.screenshot({ path: '/tmp/F/home.png', fullPage: true })
})
