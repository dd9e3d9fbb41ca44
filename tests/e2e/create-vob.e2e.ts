import type { Locator, Page } from '@playwright/test'
import { collectPdfs, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { fillIn, openResults, openVobForm, requiredField, vobForm } from './vob-form.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|500)/] })

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

/** Checks that the summary of errors has focus and is below the title. */
async function expectFocusedSummary(form: Locator) {
  await expect(form.getByRole('region')).toBeFocused()
  const title = await form.getByRole('heading', { name: 'Create VOB' }).boundingBox()
  await expect
    .poll(async () => (await form.getByRole('region').boundingBox())?.y)
    .toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
}

test('the results and the form of a verification of benefits fit every screen, and the form keeps its entries', async ({
  page,
}) => {
  await openResults(page)
  await test.step('columns, and a reason in place of the button', async () => {
    const hint = page.getByText('Scroll sideways to see all columns')
    await expect(page.getByRole('columnheader', { name: 'Create VOB' })).toBeVisible()
    await expect(hint).toHaveCount(0)
    await page.getByLabel('Rows per page').selectOption('50')
    await expect(page.getByText('Please call this provider to verify benefits.').first()).toBeVisible()
  })
  const button = page.getByRole('button', { name: /^Create VOB: / }).first()
  const form = vobForm(page)
  await test.step('opened by keyboard, kept open by a click outside', async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await requiredField(form, 'Patient Last Name').waitFor()
    await expect.poll(() => form.evaluate(hasFocusInFirstEmptyField)).toBe(true)
    await expect(requiredField(form, 'Provider Name')).not.toHaveValue('')
    await expect(requiredField(form, 'Tax ID')).not.toHaveValue('')
    await page.mouse.click(5, 5)
    await expect(form).toBeVisible()
  })
  await test.step('long texts on a desktop', async () => {
    await requiredField(form, 'Address').fill(longAddress)
    await requiredField(form, 'Mailing Address').selectOption('claims')
    const mailing = await requiredField(form, 'Mailing Address').locator('option:checked').textContent()
    await expect(form.locator('p', { hasText: mailing ?? 'no address' })).toBeVisible()
    await expectWholeFields(form)
    await expectWhole(form)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expectFocusedSummary(form)
    await expectToFit(page)
    await expectAccessible(page)
  })
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(button).toBeFocused()
  await test.step('entries after reopening, and after turning to a phone', async () => {
    await openVobForm(page)
    await expect(requiredField(form, 'Address')).toHaveValue(longAddress)
    await page.setViewportSize(sizes.phone)
    await expect(requiredField(form, 'Address')).toHaveValue(longAddress)
    await expectWholeFields(form)
    await expectWhole(form)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expectFocusedSummary(form)
    await expectToFit(page)
    await expectAccessible(page)
  })
})

const longAddress = '3768 Rehearsalby Lane, Building C, Suite 1204, Third Floor, West Wing, Entrance B'

/** Checks that no text in the fields of the form is cut off. */
async function expectWholeFields(form: Locator) {
  expect(await form.getByLabel('Sincerely').evaluate(isCut)).toBe(false)
  for (const name of ['Provider Name', 'Address'])
    expect(await requiredField(form, name).evaluate(isCut)).toBe(false)
}

test('staff preview a verification of benefits, go back, create it in a new window and start another', async ({
  page,
  context,
}) => {
  await openResults(page)
  const form = await openVobForm(page)
  const press = (name: string) => form.getByRole('button', { name, exact: true }).last().click()
  const nextLetter = async (path: string) =>
    (await context.waitForEvent('response', (response) => response.url().endsWith(path))).headers()
  await fillIn(page)
  await form.getByLabel('Notes').fill('A first line.\nA second line.')
  await test.step('preview and Back', async () => {
    await press('Preview')
    await press('Back')
    await expect(requiredField(form, 'Medical Complaint')).toHaveValue('Acute appendicitis')
    await press('Preview')
    await expect(form.getByRole('img', { name: /^Preview of the VOB for / })).toBeVisible()
    await expectWholeOnAllScreens(page, form)
  })
  await test.step('a failed ticket request closes the new window', async () => {
    await page.route('**/api/tickets', (route) => route.fulfill({ status: 500 }))
    await press('Create VOB')
    await expect(page.getByText('An error occurred creating VOB', { exact: true })).toBeVisible()
    await expect.poll(() => context.pages().length).toBe(1)
    await page.unroute('**/api/tickets')
  })
  const issued = nextLetter('/api/createVOB')
  await test.step('the letter, opened again', async () => {
    await press('Create VOB')
    expect((await issued)['content-disposition']).toMatch(/^inline; filename="VOB-\d{4}-\d{6}\.pdf"$/)
    await expect(form.getByRole('status')).toHaveText(/^VOB-\d{4}-\d{6} was issued\.$/)
    const reopened = nextLetter('/api/openVOB')
    await press('Open again')
    expect((await reopened)['content-disposition']).toBe((await issued)['content-disposition'])
    await expectWholeOnAllScreens(page, form)
    await expectAccessible(page)
  })
  await test.step('another letter, whose entries stay after it was issued', async () => {
    await press('New VOB')
    await expect(requiredField(form, 'Patient Last Name')).toHaveValue('')
    await expect(requiredField(form, 'Provider Name')).not.toHaveValue('')
    await fillIn(page)
    await requiredField(form, 'Patient Last Name').fill('Otherton')
    await press('Preview')
    const other = nextLetter('/api/createVOB')
    await press('Create VOB')
    expect((await other)['content-disposition']).not.toBe((await issued)['content-disposition'])
    await press('Close')
    await expect(form).toBeHidden()
    await page
      .getByRole('button', { name: /^Create VOB: / })
      .first()
      .click()
    await press('Back')
    await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Otherton')
  })
})

test('keyboard users create a verification of benefits, from search result to finished document', async ({
  page,
  context,
}) => {
  await openResults(page)
  const button = page.getByRole('button', { name: /^Create VOB: / }).first()
  await tabTo(page, page.getByRole('button', { name: 'Search', exact: true }))
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const form = vobForm(page)
  const typed: [label: string, keys: string][] = [
    ['Patient Last Name', 'Sampleton'],
    ['Patient First Name', 'Zoë'],
    ['Date of Birth', '02291964'],
    ['Policy Number', 'ATI-2026-00417'],
    ['Group', 'ATI-1000'],
    ['Policy From', '01012026'],
    ['Policy To', '12312026'],
    ['Date of Service', '06302026'],
    ['Medical Complaint', 'Acute appendicitis'],
  ]
  for (const [label, keys] of typed) {
    await tabTo(page, requiredField(form, label))
    await page.keyboard.type(keys)
  }
  for (const label of ['Carrier', 'Mailing Address', 'Carrier Phone']) {
    await tabTo(page, requiredField(form, label))
    if ((await requiredField(form, label).inputValue()) === '') await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, form.getByRole('button', { name: 'Preview' }))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('region', { name: 'Preview' })).toBeFocused()
  await tabTo(page, form.getByRole('button', { name: 'Create VOB' }))
  const pdfs = await collectPdfs(context)
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const letter = await opening
  const name = /^VOB-\d{4}-\d{6}\.pdf$/
  await expectSaved(letter, () => pdfs.get('/api/createVOB'), name)
  await letter.reload()
  await letter.getByRole('button', { name: 'Open again' }).click()
  await expectSaved(letter, () => pdfs.get('/api/openVOB'), name)
  expect(pdfs.get('/api/openVOB')).toEqual(pdfs.get('/api/createVOB'))
})
