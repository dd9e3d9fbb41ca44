import type { Locator, Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { fillIn, openResults, openVobForm, requiredField } from './vob-form.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

/** Checks that no button label of the form is cut off. */
async function expectWhole(form: Locator) {
  const cut = await form
    .locator('button')
    .evaluateAll(
      (buttons) =>
        buttons.filter((button) =>
          [button, ...button.querySelectorAll('*')].some(
            ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
          ),
        ).length,
    )
  expect(cut, 'buttons that are cut').toBe(0)
}

/** Whether the first empty field has focus. */
const hasFocusInFirstEmptyField = (form: HTMLElement | SVGElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].find(
    ({ value }) => value === '',
  ) === document.activeElement

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement | SVGElement) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1

/** Checks at each screen size that no text or button of the form is cut off. */
async function expectWholeOnAllScreens(page: Page, form: Locator) {
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expect(() => expectToFit(page)).toPass()
    await expectWhole(form)
  }
}

test('staff preview a verification of benefits, go back and create it in a new window', async ({
  page,
  context,
}) => {
  await openResults(page)
  const form = await openVobForm(page)
  await fillIn(page)
  await form.getByLabel('Notes').fill('A first line.\nA second line.')
  await form.getByRole('button', { name: 'Preview' }).click()
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(requiredField(form, 'Medical Complaint')).toHaveValue('Acute appendicitis')
  await form.getByRole('button', { name: 'Preview' }).click()
  const picture = form.getByRole('img', { name: /^Preview of the verification of benefits for / })
  await expect(picture).toBeVisible()
  await expectWholeOnAllScreens(page, form)
  await expectGoodOnAllScreens(page)
  const issued = context.waitForEvent('response', (response) => response.url().endsWith('/api/createVOB'))
  await form.getByRole('button', { name: 'Create VOB' }).click()
  const answer = await issued
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-disposition']).toMatch(/^inline; filename="VOB-\d{4}-\d{6}\.pdf"$/)
  await expect(form.getByRole('status')).toHaveText(/^VOB-\d{4}-\d{6} was issued\.$/)
  const reopened = context.waitForEvent('response', (response) => response.url().endsWith('/api/openVOB'))
  await form.getByRole('button', { name: 'Open again' }).click()
  expect((await reopened).headers()['content-disposition']).toBe(answer.headers()['content-disposition'])
  await expectWholeOnAllScreens(page, form)
  await expectGoodOnAllScreens(page)
  await form.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(form).toBeHidden()
})

for (const [screen, size] of Object.entries(sizes))
  test(`the form focuses its first empty field and shows every text and button in full (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openResults(page)
    const form = await openVobForm(page)
    await expect.poll(() => form.evaluate(hasFocusInFirstEmptyField)).toBe(true)
    await expect(requiredField(form, 'Provider Name')).not.toHaveValue('')
    await expect(requiredField(form, 'Tax ID')).not.toHaveValue('')
    await expectAccessible(page)
    await expectToFit(page)
    await requiredField(form, 'Address').fill(
      '3768 Rehearsalby Lane, Building C, Suite 1204, Third Floor, West Wing, Entrance B',
    )
    await requiredField(form, 'Mailing Address').selectOption('claims')
    const mailing = await requiredField(form, 'Mailing Address').locator('option:checked').textContent()
    await expect(form.locator('p', { hasText: mailing ?? 'no address' })).toBeVisible()
    await requiredField(form, 'Mailing Address').selectOption('')
    expect(await form.getByLabel('Sincerely').evaluate(isCut)).toBe(false)
    for (const name of ['Provider Name', 'Address'])
      expect(await requiredField(form, name).evaluate(isCut)).toBe(false)
    await expectWhole(form)
    await form.getByRole('button', { name: 'Preview' }).click()
    const summary = form.getByRole('region')
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText([
      'Patient Last Name is required.',
      'Patient First Name is required.',
      'Date of Birth is required.',
      'Policy Number is required.',
      'Group is required.',
      'Policy From is required.',
      'Policy To is required.',
      'Date of Service is required.',
      'Medical Complaint is required.',
      'Carrier is required.',
      'Mailing Address is required.',
      'Carrier Phone is required.',
    ])
    const head = await form.getByRole('heading', { name: 'Create VOB' }).boundingBox()
    await expect
      .poll(async () => (await summary.boundingBox())?.y)
      .toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0))
  })

test('keyboard users preview a verification of benefits, and an outside click keeps the form open', async ({
  page,
}) => {
  await openResults(page)
  const button = page.getByRole('button', { name: /^Create VOB: / }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create VOB' })
  await requiredField(form, 'Patient Last Name').waitFor()
  await page.mouse.click(5, 5)
  await expect(form).toBeVisible()
  await fillIn(page)
  await requiredField(form, 'Medical Complaint').press('Enter')
  await expect(form.getByRole('region', { name: 'Preview' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(button).toBeFocused()
})

test('a provider without verifications shows the reason instead of a Create VOB button', async ({ page }) => {
  await openResults(page)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByText('Please call this provider to verify benefits.').first()).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedMessages: [/status of (401|50\d)/] })

  test('the new window closes and the form shows an error when the ticket request fails', async ({
    page,
    context,
  }) => {
    await openResults(page)
    const form = await openVobForm(page)
    await fillIn(page)
    await form.getByRole('button', { name: 'Preview' }).click()
    await page.route('**/api/tickets', (route) => route.fulfill({ status: 500 }))
    await form.getByRole('button', { name: 'Create VOB' }).click()
    await expect(page.getByText('An error occurred creating VOB', { exact: true })).toBeVisible()
    await expect.poll(() => context.pages().length).toBe(1)
  })
})
