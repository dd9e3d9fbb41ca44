import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { selectFirst, tabTo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/ERR_FAILED/] })

const local = '/domestic-local-provider-search?state=FL&type=0000000000&name=clinic'
const modal = (page: Page) => page.getByRole('dialog', { name: 'Email Providers' })
const emailSelected = (page: Page) => page.getByRole('button', { name: 'Email Selected' })
const send = (page: Page) => modal(page).getByRole('button', { name: 'Send' })
const firstRow = (page: Page) =>
  page
    .getByRole('region', { name: 'Results' })
    .getByRole('checkbox', { name: /^Select (?!this page)/ })
    .first()

async function openForm(page: Page) {
  await page.goto(local)
  await expect(emailSelected(page)).toBeDisabled()
  await firstRow(page).check()
  await emailSelected(page).click()
  await expect(modal(page)).toBeVisible()
}

async function fillIn(page: Page, toEmail: string) {
  await modal(page).getByLabel('Your Name').fill('Ann Example')
  await modal(page).getByLabel('Recipient Email').fill(toEmail)
}

test('a user emails selected providers through accessible dialog states on every screen', async ({
  page,
}) => {
  await openForm(page)
  await expect(modal(page).getByText('You’re sending the details of 1 provider.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await fillIn(page, 'screens@example.com')
  await send(page).click()
  await expect(modal(page).getByRole('status')).toHaveText(
    'An email listing one provider is on its way to screens@example.com.',
  )
  await expectGoodOnAllScreens(page)
  await modal(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(modal(page)).toBeHidden()
  await expect(emailSelected(page)).toBeFocused()
})

test('keyboard users email providers', async ({ page }) => {
  await page.goto(local)
  await selectFirst(page)
  await tabTo(page, emailSelected(page))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByLabel('Your Name')).toBeFocused()
  await page.keyboard.type('Ann Example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keyboard@example.com')
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('status')).toContainText('keyboard@example.com')
  await page.keyboard.press('Enter')
  await expect(emailSelected(page)).toBeFocused()
})

test('the email form prefills the name of signed-in staff', async ({ page }) => {
  await signIn(page, 'alpine')
  await openForm(page)
  await expect(modal(page).getByLabel('Your Name')).toHaveValue('Albert Alpine')
  await modal(page).getByLabel('Recipient Email').fill('staff@example.com')
  const sent = page.waitForRequest('/api/emailProviders')
  await send(page).click()
  expect((await sent).headers().authorization).toMatch(/^Bearer /)
  await expect(modal(page).getByRole('status')).toContainText('staff@example.com')
})

test('only the local network offers email', async ({ page }) => {
  await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=clinic')
  await expect(page.getByRole('button', { name: 'Export all' })).toBeVisible()
  await expect(emailSelected(page)).toBeHidden()
})
