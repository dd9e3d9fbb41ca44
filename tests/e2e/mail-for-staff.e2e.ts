import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({
  initialData: 'demo',
  settings: { SMTP_URL: 'smtp://127.0.0.1:1' },
  expectedMessages: [/status of (401|404)/],
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('internal staff read mail before they choose a client, and send undelivered mail again', async ({
  page,
}) => {
  await signIn(page, 'internal')
  await test.step('the undelivered mail page is empty when all mail has been delivered', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Undelivered mail' }).click()
    await expect(title(page, 'Undelivered mail')).toBeVisible()
    await expect(page.getByText('All mail has been delivered.')).toBeVisible()
    await expectAccessible(page)
  })
  const name = await emailProvider(page, 'late@example.com')
  const row = page.getByRole('row').filter({ hasText: 'late@example.com' })
  await test.step('internal staff read sent mail as text and as HTML', () => readMail(page, name))
  await test.step('undelivered mail is listed with its error and can be sent again by keyboard', async () => {
    await page.goto('/undelivered-mail')
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText('ECONNREFUSED', { timeout: 2000 })
    }).toPass()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Download' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toMatch(/^\uFEFFWritten.*\r\n.*late@example\.com.*ECONNREFUSED/)
    await row.getByRole('button', { name: /^Send again: / }).focus()
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Waiting')
  })
})

/** Emails one provider from the local search, as a visitor does. */
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

async function readMail(page: Page, provider: string) {
  await page.goto('/dev/mail')
  await expect(title(page, 'Development mailbox')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'late@example.com' })
  await expect(row).toContainText('Medical provider details from')
  await expectGoodOnAllScreens(page)
  await row.getByRole('link').click()
  await expect(page.getByText('Selected by: Ann Example').first()).toBeVisible()
  await page.reload()
  const html = page.getByTitle('As HTML')
  await expect(html).toHaveAttribute('sandbox', '')
  await expect(html).toHaveAttribute('srcdoc', new RegExp(`<b>1\\. ${provider}</b>`))
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectToFit(page)
  }
  await page.getByRole('link', { name: 'All mail' }).click()
  await expect(row).toBeVisible()
  await page.goBack()
  // Neither Playwright nor axe can inspect a frame without scripts.
  await html.evaluate((frame) => frame.remove())
  await expectAccessible(page)
}

test('only internal staff can read mail and the audit trail', async ({ page }) => {
  await signIn(page, 'alpine', '/dev/mail')
  await expect(title(page, 'Page not found')).toBeVisible()
  for (const path of [`/dev/mail?mail=${crypto.randomUUID()}`, '/undelivered-mail', '/audit']) {
    await page.goto(path)
    await expect(title(page, 'Page not found')).toBeVisible()
  }
})
