import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens, findByName, openSearch } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { requiredField, secureSearch, vobForm } from './vob-form.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

const patientNotice = (page: Page) => page.getByText(/^New VOB for /)

/** Finds the first case of a patient and opens its documents by keyboard. */
async function openCase(page: Page, patient = 'Trialham') {
  await findByName(page, patient)
  await tabTo(page, page.getByRole('link', { name: `Case Documents: ${patient}` }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'VOBs' })).toBeVisible()
}

test('keyboard users create a letter from a case, withdraw it, and reopen it with the withdrawal notice', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await openCase(page)
  const header = page.getByRole('region', { name: 'Patient and incident' })
  await tabTo(page, header.getByRole('button', { name: 'Create VOB' }))
  await page.keyboard.press('Enter')
  await expect(patientNotice(page)).toHaveText(/Trialham, /)
  expect(page.url()).not.toMatch(/trialham/i)
  await expectAccessible(page)

  await page.goto(secureSearch)
  const opener = page.getByRole('button', { name: /^Create VOB: / }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const form = vobForm(page)
  await expect(requiredField(form, 'Patient Last Name')).toHaveValue('Trialham')
  for (const label of ['Patient First Name', 'Date of Birth', 'Policy Number', 'Policy From'])
    await expect(requiredField(form, label)).not.toHaveValue('')
  await fillInRest(page)
  const preview = page.waitForRequest('**/api/VOBPreview')
  await requiredField(form, 'Date of Service').press('Enter')
  expect(new URLSearchParams((await preview).postData() ?? '').get('ClientCode')).toMatch(/^ALP\d$/)
  await form.getByRole('region', { name: 'Preview' }).waitFor()
  await tabTo(page, form.getByRole('button', { name: 'Create VOB' }))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText(/^VOB-\d{4}-\d{6} was issued\.$/)
  const [number = ''] = (await form.getByRole('status').textContent())?.split(' ') ?? []
  await page.keyboard.press('Escape')
  await expect(patientNotice(page)).toHaveCount(0)

  await tabTo(page, page.getByRole('link', { name: 'VOBs' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('VOBs')
  await expect(page.getByRole('row').nth(1)).toContainText(number)
  await expectGoodOnAllScreens(page)
  await tabTo(page, page.getByRole('button', { name: `Withdraw ${number}` }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Withdraw ${number}` })
  await expect(dialog.getByLabel('Reason *')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Issued for the wrong provider.')
  await tabTo(page, dialog.getByRole('button', { name: 'Withdraw VOB' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${number} was withdrawn.`)).toBeFocused()
  await expect(page.getByRole('row').nth(1)).toContainText('Issued for the wrong provider.')

  await tabTo(page, page.getByRole('button', { name: `Open ${number}` }))
  await page.keyboard.press('Enter')
  const letter = page.getByRole('dialog', { name: 'Document' })
  await expect(letter.getByText('was WITHDRAWN on').first()).toBeVisible()
  await expect(letter.getByText('Issued for the wrong provider.').first()).toBeVisible()

  await page.goto('/patient-search')
  await openCase(page)
  const letters = page.getByRole('region', { name: 'VOBs' })
  await expect(letters.getByRole('row').filter({ hasText: number })).toContainText(
    /Withdrawn.*Issued for the wrong provider\./,
  )
})

/** Fills in the required fields that neither the directory nor the case knows. */
async function fillInRest(page: Page) {
  const form = vobForm(page)
  await requiredField(form, 'Group').selectOption('ATI-1000')
  await requiredField(form, 'Policy To').fill('2030-12-31')
  await requiredField(form, 'Date of Service').fill('2026-06-30')
  await requiredField(form, 'Medical Complaint').fill('Acute appendicitis')
  await requiredField(form, 'Carrier').selectOption('ATI')
  await requiredField(form, 'Mailing Address').selectOption('claims')
  await requiredField(form, 'Carrier Phone').selectOption('claims')
}
