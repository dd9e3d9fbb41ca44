import type { Locator, Page } from '@playwright/test'
import { signIn } from './staff.ts'

const secureSearch = '/domestic-secure-provider-search?state=FL&city=Miami&type=0000000000&range=50'

/** Signs in staff of alpine and searches for providers around Miami. */
export async function searched(page: Page) {
  await signIn(page, 'alpine', secureSearch)
  await page
    .getByRole('button', { name: /^Create VOB: / })
    .first()
    .waitFor()
}

export const vobForm = (page: Page) => page.getByRole('dialog', { name: 'Create VOB' })

/** A required field of the form. */
export const required = (form: Locator, label: string) => form.getByLabel(`${label} *`, { exact: true })

/** Opens the form of the first provider. */
export async function opened(page: Page) {
  await page
    .getByRole('button', { name: /^Create VOB: / })
    .first()
    .click()
  const form = vobForm(page)
  await required(form, 'Patient Last Name').waitFor()
  return form
}

/** Fills in all required fields that the directory does not prefill. */
export async function fillIn(page: Page) {
  const form = vobForm(page)
  await required(form, 'Patient Last Name').fill('Sampleton')
  await required(form, 'Patient First Name').fill('Zoë')
  await required(form, 'Date of Birth').fill('1964-02-29')
  await required(form, 'Policy Number').fill('ATI-2026-00417')
  await required(form, 'Group').selectOption('ATI-1000')
  await required(form, 'Policy From').fill('2026-01-01')
  await required(form, 'Policy To').fill('2026-12-31')
  await required(form, 'Date of Service').fill('2026-06-30')
  await required(form, 'Medical Complaint').fill('Acute appendicitis')
  await required(form, 'Carrier').selectOption('ATI')
  await required(form, 'Mailing Address').selectOption('claims')
  await required(form, 'Carrier Phone').selectOption('claims')
}
