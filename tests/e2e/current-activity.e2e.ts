import {
  editSearch,
  expectGoodOnAllScreens,
  goToSection,
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
  await page.getByLabel('Start Date').fill('5/1/2026')
  await page.getByLabel('End Date').fill('5/31/2026')
  await search(page)
  await test.step('current activity has its own page size', async () => {
    await expect(rows(page)).toHaveCount(10)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(rows(page)).toHaveCount(25)
    expect(await page.evaluate(() => localStorage.getItem('CurrentActivity_ResultSize'))).toBe('25')
    expect(await page.evaluate(() => localStorage.getItem('PatientSearch_ResultSize'))).toBeNull()
  })
  await editSearch(page)
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
  await test.step('a timeline opened from Current Activity stays under its URL', async () => {
    const notes = page.getByRole('link', { name: /^Notes: / }).first()
    await notes.click()
    await goToSection(page, 'Timeline')
    await expect(page).toHaveURL(/\/current-activity\/timeline\?row=/)
    await expect(page.getByRole('img', { name: 'Activity' })).toBeVisible()
    await notes.click()
    await expect(page).toHaveURL(/\/current-activity\/notes\?row=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to results' }).click()
  })
  await editSearch(page)
  await page.getByLabel('Start Date').fill('1/1/1999')
  await page.getByLabel('End Date').fill('1/2/1999')
  await search(page)
  await expect(page.getByText('No Incidents Found')).toBeVisible()
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
