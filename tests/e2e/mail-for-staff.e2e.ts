import { expectGoodOnAllScreens } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { emailProvider, viewAlpine } from './sent-mail.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

test('internal staff read sent mail as text and as HTML', async ({ page }) => {
  const name = await emailProvider(page, 'read@example.com')
  await viewAlpine(page)
  await page.goto('/dev/mail')
  const row = page.getByRole('row').filter({ hasText: 'read@example.com' })
  await expect(row).toContainText('Medical provider details from')
  await expectGoodOnAllScreens(page)
  await row.getByRole('link').click()
  await expect(page.getByText('Selected by: Ann Example').first()).toBeVisible()
  await page.reload()
  const html = page.getByTitle('As HTML')
  await expect(html).toHaveAttribute('sandbox', '')
  await expect(html).toHaveAttribute('srcdoc', new RegExp(`<td[^>]*><strong>${name}</strong>`))
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectToFit(page)
  }
  await page.getByRole('link', { name: 'All mail' }).click()
  await expect(row).toBeVisible()
  await page.goBack()
  // Neither Playwright nor axe can inspect a frame without scripts.
  await html.evaluate((frame) => frame.remove())
  await expectGoodOnAllScreens(page)
})

test('internal staff can read mail before they choose a client', async ({ page }) => {
  await signIn(page, 'internal')
  for (const [path, title] of [
    ['/dev/mail', 'Development mailbox'],
    ['/undelivered-mail', 'Undelivered mail'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectAccessible(page)
  }
})

test('only internal staff can read mail', async ({ page }) => {
  await signIn(page, 'alpine')
  for (const path of ['/dev/mail', `/dev/mail?mail=${crypto.randomUUID()}`, '/undelivered-mail']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})

test('the undelivered mail page is empty when all mail has been delivered', async ({ page }) => {
  await viewAlpine(page)
  await page.goto('/undelivered-mail')
  await expect(page.getByText('All mail has been delivered.')).toBeVisible()
  await expectAccessible(page)
})
