import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 422|ERR_FAILED/] })

const found = '/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=clinic'
const modal = (page: Page) => page.getByRole('dialog', { name: 'Provider Experience Feedback' })
const submit = (page: Page) => modal(page).getByRole('button', { name: 'Submit' })
const person = (page: Page) => modal(page).getByRole('checkbox', { name: "I'm not a robot" })

test('keyboard users send provider feedback through accessible dialog states on every screen', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.install()
  await page.goto(found)
  const row = page.getByRole('button', { name: /^Feedback on / }).first()
  await expect(row).toBeVisible()
  const provider = (await row.getAttribute('aria-label'))?.replace('Feedback on ', '') ?? ''
  expect(asked.filter((path) => /captcha|pbkdf2|feedback-modal/.test(path))).toEqual([])

  await test.step('the form, filled in by keyboard', async () => {
    await tabTo(page, row)
    await page.keyboard.press('Enter')
    await expect(modal(page).getByLabel('Your Name')).toBeFocused()
    await expect(modal(page).getByLabel('Provider', { exact: true })).toHaveValue(provider)
    await expect(person(page)).toBeVisible()
    await expect(submit(page)).toBeHidden()
    await page.keyboard.type('Ann Example')
    await tabTo(page, modal(page).getByLabel('Your Email'))
    await page.keyboard.type('ann@example.com')
    await tabTo(page, modal(page).getByLabel('Message'))
    await page.keyboard.type('Friendly and quick.')
    await tabTo(page, person(page))
    await page.keyboard.press('Space')
    await expect(submit(page)).toBeVisible()
    expect(asked).toContain('/api/captcha')
  })
  await tabTo(page, submit(page))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('status')).toHaveText('Thank you for submitting feedback!')
  await expect(modal(page).getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect(row).toBeFocused()

  await test.step('an expired captcha hides Submit', async () => {
    await row.click()
    await person(page).click()
    await expect(submit(page)).toBeVisible()
    await expectGoodOnAllScreens(page)
    await page.clock.fastForward('10:01')
    await expect(submit(page)).toBeHidden()
    await expect(modal(page).getByText('Verification expired. Try again.')).toBeVisible()
  })
})
