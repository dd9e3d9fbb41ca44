import { collectPdfs, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, sizes, test } from './portal-test.ts'
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
