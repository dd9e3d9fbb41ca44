import type { Locator, Page } from '@playwright/test'
import { signIn } from './staff.ts'

/** A search of providers around Miami for which staff of alpine can issue letters. */
export const secureSearch = '/domestic-secure-provider-search?state=FL&city=Miami&type=0000000000&range=50'

/** Signs in staff of alpine and searches for providers around Miami. */
export async function openResults(page: Page) {
  await signIn(page, 'alpine', secureSearch)
  await page
    .getByRole('button', { name: /^Create VOB: / })
    .first()
    .waitFor()
}

export const vobForm = (page: Page) => page.getByRole('dialog', { name: 'Create VOB' })

/** A required field of the form. */
export const requiredField = (form: Locator, label: string) => form.getByLabel(`${label} *`, { exact: true })

/** Opens the form of the first provider. */
export async function openVobForm(page: Page) {
  await page
    .getByRole('button', { name: /^Create VOB: / })
    .first()
    .click()
  const form = vobForm(page)
  await requiredField(form, 'Patient Last Name').waitFor()
  return form
}

/** Fills in all required fields that the directory does not prefill. */
export async function fillIn(page: Page) {
  const form = vobForm(page)
  await requiredField(form, 'Patient Last Name').fill('Sampleton')
  await requiredField(form, 'Patient First Name').fill('Zoë')
  await requiredField(form, 'Date of Birth').fill('1964-02-29')
  await requiredField(form, 'Policy Number').fill('ATI-2026-00417')
  await requiredField(form, 'Group').selectOption('ATI-1000')
  await requiredField(form, 'Policy From').fill('2026-01-01')
  await requiredField(form, 'Policy To').fill('2026-12-31')
  await requiredField(form, 'Date of Service').fill('2026-06-30')
  await requiredField(form, 'Medical Complaint').fill('Acute appendicitis')
  await requiredField(form, 'Carrier').selectOption('ATI')
  await requiredField(form, 'Mailing Address').selectOption('claims')
  await requiredField(form, 'Carrier Phone').selectOption('claims')
}
