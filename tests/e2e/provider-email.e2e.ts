import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { selectFirst, tabTo } from './keyboard.ts'
import { expect, expectToFit, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const local = '/domestic-local-provider-search?state=FL&type=0000000000&name=clinic'
const modal = (page: Page) => page.getByRole('dialog', { name: 'Email Providers' })
const emailSelected = (page: Page) => page.getByRole('button', { name: 'Email Selected' })

test('staff download selected providers as a PDF', async ({ page }) => {
  await signIn(page, 'alpine', local)
  const pdf = page.getByRole('button', { name: 'Download PDF' })
  await expect(pdf).toBeDisabled()
  await selectFirst(page)
  const download = page.waitForEvent('download')
  await pdf.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^local-provider-search-\d{4}-\d{2}-\d{2}\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(pdf).toBeEnabled()
})

test('staff email selected providers by keyboard through accessible dialog states on every screen', async ({
  page,
}) => {
  await signIn(page, 'alpine', local)
  await expect(emailSelected(page)).toBeDisabled()
  await selectFirst(page)
  await tabTo(page, emailSelected(page))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByLabel('Your Name')).toBeFocused()
  await expect(modal(page).getByText('You’re sending the details of 1 provider.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await expect(modal(page).getByLabel('Your Name')).toHaveValue('Albert Alpine')
  await expect(modal(page).getByLabel('Your Email')).toHaveValue('alpine@example.com')
  await tabTo(page, modal(page).getByLabel('Message'))
  await page.keyboard.type('The closest to your hotel.')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('C-12')
  await modal(page).getByLabel('Recipient Email').focus()
  await page.keyboard.type('keyboard@example.com')
  const sent = page.waitForRequest('/api/emailProviders')
  await page.keyboard.press('Enter')
  expect((await sent).headers().authorization).toMatch(/^Bearer /)
  await expect(modal(page).getByRole('status')).toHaveText(
    'An email listing one provider is on its way to keyboard@example.com.',
  )
  await expectToFit(page)
  await page.keyboard.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect(emailSelected(page)).toBeFocused()
})
