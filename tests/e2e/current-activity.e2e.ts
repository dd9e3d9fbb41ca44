import {
  editSearch,
  expectGoodOnAllScreens,
  importCases,
  openSearch,
  rows,
  search,
  searchTheirDays,
} from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('all errors of a current-activity search are shown at once, including an invalid date range', async ({
  page,
}) => {
  await openSearch(page, '/current-activity')
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByLabel('All Clients').uncheck()
  await page.getByLabel('All', { exact: true }).uncheck()
  await search(page)
  const summary = page.getByRole('region', { name: 'Please check these fields:' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Start Date: Please enter a date to search by',
    'End Date: Please enter a date to search by',
    'Clients: Please select at least one client',
    'Activity Types: Please select at least one activity type',
  ])
  await expectGoodOnAllScreens(page)
  for (const [start, end, sentence] of [
    ['3/2/2026', '3/1/2026', 'Please ensure start date is before end date'],
    ['1/1/2026', '7/1/2026', 'Please ensure start date and end date are within 6 months'],
    ['soon', '3/1/2026', 'Start Date: Please enter a date to search by'],
  ] as const) {
    await page.getByLabel('Start Date').fill(start)
    await page.getByLabel('End Date').fill(end)
    await search(page)
    await expect(summary).toContainText(sentence)
  }
})

test('staff find incidents with activity of a type between two days, and see a message if there are none', async ({
  page,
}) => {
  await openSearch(page, '/current-activity')
  const type = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(type('All')).toBeChecked()
  await type('Bills').check()
  await type('Notes').check()
  await expect(type('All')).not.toBeChecked()
  await type('All').check()
  await expect(type('Bills')).not.toBeChecked()
  await expect(type('Notes')).not.toBeChecked()
  await type('Medical Records').check()
  await page.getByLabel('All Clients').uncheck()
  await page.getByLabel('Available clients').selectOption('Alpine Leisure Travel')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Start Date').fill('2026-03-10')
  await page.getByLabel('End Date').fill('3/10/26')
  const asked = page.waitForRequest('/api/currentActivity')
  await search(page)
  expect((await asked).postDataJSON()).toEqual({
    startDate: '2026-03-10',
    endDate: '2026-03-10',
    clients: ['ALP1'],
    activityList: ['MR'],
  })
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Quillfeather, Ada')
  await editSearch(page)
  await page.getByLabel('Start Date').fill('1/1/1999')
  await page.getByLabel('End Date').fill('1/2/1999')
  await search(page)
  await expect(page.getByText('No Incidents Found')).toBeVisible()
})

test('current activity has its own page size', async ({ page }) => {
  await openSearch(page, '/current-activity')
  await page.getByLabel('Start Date').fill('5/1/2026')
  await page.getByLabel('End Date').fill('5/31/2026')
  await search(page)
  await expect(rows(page)).toHaveCount(10)
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(rows(page)).toHaveCount(25)
  expect(await page.evaluate(() => localStorage.getItem('CurrentActivity_ResultSize'))).toBe('25')
  expect(await page.evaluate(() => localStorage.getItem('PatientSearch_ResultSize'))).toBeNull()
})

test('current activity opens with the last seven days, and ranges and order are chosen by keyboard', async ({
  page,
}) => {
  await searchTheirDays(page)
  await signIn(page, 'alpine', '/current-activity')
  await expect(page.getByText(/^\d+ results found$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Search criteria' })).toContainText('All types · All Clients')
  await expectGoodOnAllScreens(page)
  const range = page.getByRole('button', { name: 'Last 30 days' })
  await tabTo(page, range)
  const asked = page.waitForRequest('/api/currentActivity')
  await page.keyboard.press('Enter')
  await asked
  await expect(range).toHaveAttribute('aria-pressed', 'true')
  await expect(range).toBeFocused()
  const newest = page.getByRole('button', { name: 'Newest first' })
  await tabTo(page, newest)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Activity' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Activity' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})
