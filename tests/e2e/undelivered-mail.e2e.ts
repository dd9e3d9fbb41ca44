import { expect, expectAccessible, test } from './portal-test.ts'
import { emailProvider, viewAlpine } from './sent-mail.ts'

test.use({
  initialData: 'demo',
  settings: { SMTP_URL: 'smtp://127.0.0.1:1' },
  expectedMessages: [/status of (401|404)/],
})

test('undelivered mail is listed with its error and can be sent again by keyboard', async ({ page }) => {
  await emailProvider(page, 'late@example.com')
  await viewAlpine(page)
  await page.goto('/undelivered-mail')
  const row = page.getByRole('row').filter({ hasText: 'late@example.com' })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('ECONNREFUSED', { timeout: 2000 })
  }).toPass()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Send again: / }).focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Waiting')
})
