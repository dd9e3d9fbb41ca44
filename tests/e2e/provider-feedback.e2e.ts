import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 422|ERR_FAILED/] })

const found = '/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=clinic'
const modal = (page: Page) => page.getByRole('dialog', { name: 'Provider Experience Feedback' })
const submit = (page: Page) => modal(page).getByRole('button', { name: 'Submit' })
const person = (page: Page) => modal(page).getByRole('checkbox', { name: "I'm not a robot" })

async function openFeedback(page: Page) {
  await page.goto(found)
  const row = page.getByRole('button', { name: /^Feedback on / }).first()
  const label = await row.getAttribute('aria-label')
  await row.click()
  await expect(modal(page)).toBeVisible()
  await expect(person(page)).toBeVisible()
  return label?.replace('Feedback on ', '') ?? ''
}

async function fillIn(page: Page) {
  await modal(page).getByLabel('Your Name').fill('Ann Example')
  await modal(page).getByLabel('Your Email').fill('ann@example.com')
  await modal(page).getByLabel('Message').fill('Friendly and quick.')
}

test('a user sends provider feedback through accessible dialog states on every screen', async ({ page }) => {
  const provider = await openFeedback(page)
  await expect(modal(page).getByLabel('Provider', { exact: true })).toHaveValue(provider)
  await expect(submit(page)).toBeHidden()
  await expectGoodOnAllScreens(page)
  await fillIn(page)
  await person(page).click()
  await expect(submit(page)).toBeVisible()
  await expectGoodOnAllScreens(page)
  await submit(page).click()
  await expect(modal(page).getByRole('status')).toHaveText('Thank you for submitting feedback!')
  await expectGoodOnAllScreens(page)
  await modal(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(modal(page)).toBeHidden()
})

test('the feedback form hides Submit when the captcha expires', async ({ page }) => {
  await page.clock.install()
  await openFeedback(page)
  await person(page).click()
  await expect(submit(page)).toBeVisible()
  await page.clock.fastForward('10:01')
  await expect(submit(page)).toBeHidden()
  await expect(modal(page).getByText('Verification expired. Try again.')).toBeVisible()
  await expectAccessible(page)
})

test('keyboard users send feedback', async ({ page }) => {
  await page.goto(found)
  const row = page.getByRole('button', { name: /^Feedback on / }).first()
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(modal(page).getByLabel('Your Name')).toBeFocused()
  await page.keyboard.type('Ann Example')
  await tabTo(page, modal(page).getByLabel('Your Email'))
  await page.keyboard.type('ann@example.com')
  await tabTo(page, modal(page).getByLabel('Message'))
  await page.keyboard.type('Friendly and quick.')
  await tabTo(page, person(page))
  await page.keyboard.press('Space')
  await expect(submit(page)).toBeVisible()
  await tabTo(page, submit(page))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('status')).toHaveText('Thank you for submitting feedback!')
  await expect(modal(page).getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
})

test('the page loads the captcha only when the feedback form opens', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(found)
  await expect(page.getByRole('button', { name: /^Feedback on / }).first()).toBeVisible()
  const before = asked.length
  expect(asked.filter((path) => /captcha|pbkdf2|feedback-modal/.test(path))).toEqual([])
  await page
    .getByRole('button', { name: /^Feedback on / })
    .first()
    .click()
  await person(page).click()
  await expect(submit(page)).toBeVisible()
  expect(asked.slice(before).some((path) => path === '/api/captcha')).toBe(true)
})
