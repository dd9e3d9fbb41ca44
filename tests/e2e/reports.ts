import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'
import { signIn } from './staff.ts'

export const reportPdf = '/api/reports/report.pdf'

/** Signs in, opens the reports and waits until the form is ready. */
export async function openReports(page: Page, account: 'alpine' | 'lagoon' = 'alpine') {
  await signIn(page, account, '/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expect(page.getByText('** Clients Loading **')).toHaveCount(0)
}

export const report = (page: Page) => page.getByRole('combobox', { name: 'Report' })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

export async function fillInDates(page: Page, start: string, end: string) {
  await page.getByLabel('Start Date').fill(start)
  await page.getByLabel('End Date').fill(end)
}
