import { collectPdfs, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { fillIn, openResults, openVobForm, requiredField, vobForm } from './vob-form.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|429)/] })

test('the form keeps its entries after issuing a letter until New VOB is selected', async ({
  page,
  context,
}) => {
  await openResults(page)
  const form = await openVobForm(page)
  await fillIn(page)
  await page.keyboard.press('Escape')
  await openVobForm(page)
  await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Sampleton')
  await form.getByRole('button', { name: 'Preview' }).click()
  const numbers = new Set<string | undefined>()
  for (const patient of ['Sampleton', 'Otherton']) {
    const issued = context.waitForEvent('response', (response) => response.url().endsWith('/api/createVOB'))
    await form.getByRole('button', { name: 'Create VOB' }).click()
    numbers.add((await issued).headers()['content-disposition'])
    await form.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(form).toBeHidden()
    if (patient === 'Otherton') break
    await page
      .getByRole('button', { name: /^Create VOB: / })
      .first()
      .click()
    await form.getByRole('button', { name: 'Back' }).click()
    await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Sampleton')
    await form.getByRole('button', { name: 'Preview' }).click()
    await form.getByRole('button', { name: 'Create VOB' }).click()
    await form.getByRole('button', { name: 'New VOB' }).click()
    await expect(requiredField(form, 'Patient Last Name')).toHaveValue('')
    await expect(requiredField(form, 'Provider Name')).not.toHaveValue('')
    await fillIn(page)
    await requiredField(form, 'Patient Last Name').fill('Otherton')
    await form.getByRole('button', { name: 'Preview' }).click()
  }
  expect(numbers.size).toBe(2)
})

test('the form keeps its entries when a rotated tablet switches from table to cards', async ({ page }) => {
  await openResults(page)
  const form = await openVobForm(page)
  await requiredField(form, 'Patient Last Name').fill('Sampleton')
  await page.setViewportSize(sizes.phone)
  await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Sampleton')
  await page.keyboard.press('Escape')
  await openVobForm(page)
  await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Sampleton')
})

test('the error summary takes focus again when the form is rejected twice', async ({ page }) => {
  await openResults(page)
  const form = await openVobForm(page)
  const preview = form.getByRole('button', { name: 'Preview' })
  await preview.click()
  await expect(form.getByRole('region')).toBeFocused()
  await requiredField(form, 'Patient Last Name').pressSequentially('Sample')
  await expect(requiredField(form, 'Patient Last Name')).toBeFocused()
  await preview.click()
  await expect(form.getByRole('region')).toBeFocused()
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`overlong text stays in its field with an error message (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await openResults(page)
    const form = await openVobForm(page)
    await fillIn(page)
    await requiredField(form, 'Policy Number').fill('9'.repeat(103))
    await requiredField(form, 'Date of Service').fill('2027-01-01')
    await expect(requiredField(form, 'Policy Number')).toHaveValue('9'.repeat(103))
    await expect(form.getByText('3 characters too many')).toBeVisible()
    await form.getByRole('button', { name: 'Preview' }).click()
    const summary = form.getByRole('region')
    await expect(summary).toContainText('Policy Number: Enter at most 100 characters.')
    await expect(summary).toContainText('Date of Service: Enter a date within the policy period.')
    await expectAccessible(page)
    await expectToFit(page)
  })
}

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

test('the server explains that a ticket opens its document only once', async ({ page, context }) => {
  await openResults(page)
  const form = await openVobForm(page)
  await fillIn(page)
  await form.getByRole('button', { name: 'Preview' }).click()
  const asked = context.waitForEvent('request', (request) => request.url().endsWith('/api/createVOB'))
  await form.getByRole('button', { name: 'Create VOB' }).click()
  const data = (await asked).postData() ?? ''
  await form.getByRole('button', { name: 'Close', exact: true }).last().waitFor()
  await (await asked).response()
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const again = await page.request.post('/api/createVOB', { data, headers })
  expect(again.status()).toBe(401)
  expect(await again.text()).toContain('This document link was already used or has expired.')
})

test('the form asks users over the request limit to wait', async ({ page }) => {
  await openResults(page)
  const form = await openVobForm(page)
  await fillIn(page)
  const detail = 'Too many of your documents are waiting to be created. Please wait a moment and try again.'
  const contentType = 'application/problem+json'
  const json = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail, reference: 'r' }
  await page.route('**/api/VOBPreview', (route) => route.fulfill({ status: 429, contentType, json }))
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(detail)).toBeVisible()
})
