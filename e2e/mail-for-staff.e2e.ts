import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ beginning: 'demonstration', expectedComplaints: [/status of (401|404)/] })

/** Sends one provider from the local search, as a visitor does. */
async function emailProvider(page: Page, toEmail: string) {
  const headers = { 'provider-code': 'domesticLocal' }
  const search = {
    providerSearchCode: 'domesticLocal',
    state: 'FL',
    name: 'clinic',
    providerType: '0000000000',
  }
  const found = await page.request.post('/api/providers', { headers, data: search })
  const [provider] = (await found.json()).results
  const data = { user: 'Ann <b>Example', toEmail, providers: [provider.hash] }
  const refused = await page.request.post('/api/emailProviders', { headers, data })
  expect(refused.status()).toBe(422)
  const sent = await page.request.post('/api/emailProviders', {
    headers,
    data: { ...data, user: 'Ann Example' },
  })
  expect(sent.status()).toBe(200)
  return provider.name as string
}

async function viewAlpine(page: Page) {
  await signIn(page, 'internal')
  await page.getByRole('combobox').first().fill('Alpine')
  await page
    .getByRole('option', { name: /Alpine/ })
    .first()
    .click()
  await expect(page).toHaveURL('/home')
}

for (const [screen, size] of Object.entries(sizes)) {
  test(`internal staff read what the portal sent, as text and as HTML (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    const name = await emailProvider(page, `${screen}@example.com`)
    await viewAlpine(page)
    await page.goto('/dev/mail')
    const row = page.getByRole('row').filter({ hasText: `${screen}@example.com` })
    await expect(row).toContainText('A medical provider from')
    await expectAccessible(page)
    await expectToFit(page)
    await row.getByRole('button').click()
    await expect(page.getByText('Ann Example selected these medical providers').first()).toBeVisible()
    await expect(page.frameLocator('iframe').getByRole('cell', { name, exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: 'All mail' }).click()
    await expect(row).toBeVisible()
  })
}

test('nobody but internal staff reads mail', async ({ page }) => {
  await signIn(page, 'alpine')
  for (const path of ['/dev/mail', '/undelivered-mail']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})

test('undelivered mail is a page of its own, empty while all mail arrives', async ({ page }) => {
  await viewAlpine(page)
  await page.goto('/undelivered-mail')
  await expect(page.getByText('All mail has been delivered.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('with a mail server that is gone', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })

  test('what could not be delivered is shown with its fault, and sent again by keyboard', async ({
    page,
  }) => {
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
})
