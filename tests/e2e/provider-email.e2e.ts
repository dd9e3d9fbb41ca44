import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { selectFirst, tabTo } from './keyboard.ts'
import { expect, expectToFit, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const local = '/domestic-local-provider-search?state=FL&type=0000000000&name=clinic'
const hospitals = '/domestic-local-provider-search?state=TX&type=282N00000X&name=hospital'
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

test('a coordinator finds five hospitals and sends them in one email, by keyboard, accessible on every screen', async ({
  page,
}) => {
  await signIn(page, 'alpine', hospitals)
  await expect(emailSelected(page)).toBeDisabled()
  const began = performance.now()
  await selectFirst(page)
  for (let count = 2; count <= 5; count += 1) {
    await tabTo(page, hospitalBoxes(page).nth(count - 1))
    await page.keyboard.press('Space')
    await expect(page.getByText(`${count} providers selected`)).toBeVisible()
  }
  await tabTo(page, emailSelected(page))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByLabel('Your Name')).toBeFocused()
  await expect(modal(page).getByText('You’re sending the details of 5 providers.')).toBeVisible()
  const opened = performance.now()
  await expectGoodOnAllScreens(page)
  const checked = performance.now()
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
  const request = await sent
  expect(request.headers().authorization).toMatch(/^Bearer /)
  expect(new Set(request.postDataJSON().providers).size).toBe(5)
  await expect(modal(page).getByRole('status')).toHaveText(
    'An email listing 5 providers is on its way to keyboard@example.com.',
  )
  const seconds = (performance.now() - began - (checked - opened)) / 1000
  test.info().annotations.push({ type: 'seconds to send five hospitals', description: seconds.toFixed(1) })
  await expectToFit(page)
  await page.keyboard.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect(emailSelected(page)).toBeFocused()
})

const hospitalBoxes = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).getByRole('checkbox', { name: /^Select (?!this page)/ })
