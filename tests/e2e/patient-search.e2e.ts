import {
  columnCells,
  editSearch,
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  importCases,
  openSearch,
  openSection,
  rows,
  search,
  showAllColumns,
} from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, sizes, test } from './portal-test.ts'
import { logOut } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('staff find patients by each of five search types, and dates are shown as M/D/YYYY', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  for (const [type, term, found] of [
    ['Policy #', 'E2E-POL-1', '2 results found'],
    ['ITN #', 'E2E-ITN3', '1 result found'],
    ['Incident #', fullCase.incidentNumber, '1 result found'],
    ['Patient Last Name', 'quillf', '3 results found'],
    ['Date of Birth', '05-06-80', '2 results found'],
  ] as const) {
    await editSearch(page)
    await page.getByLabel('Search By').selectOption(type)
    await expect(page.getByLabel('Search For')).toHaveValue('')
    await findByName(page, term)
    await expect(page.getByText(found)).toBeVisible()
    await expect(rows(page).first()).toContainText(fullCase.patient)
  }
  await editSearch(page)
  await expect(page.getByLabel('Search For')).toHaveValue('5/6/1980')
  await expect(page.getByRole('button', { name: 'Choose from a calendar' })).toHaveAccessibleDescription(
    'Search For',
  )
})

test('results are a table sorted by patient name with links to case sections, and cards on a phone', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Patient Name', 'Open', 'Policy #', 'Incident #', 'Incident Description', 'Enter Date', 'Client'],
  ])
  await expect(page.getByRole('columnheader', { name: 'Patient Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(columnCells(page, 'Results', 1)).toHaveText([
    `${fullCase.patient} 5/6/1980`,
    `${fullCase.patient} 5/6/1980`,
    'Quillfeather, Zoë 2/29/1992',
  ])
  await expect(rows(page).nth(0)).toContainText('E2E-POL-1 1/1/2025')
  await expect(rows(page).nth(0)).toContainText(`${fullCase.incidentNumber} 3/1/2026`)
  await expect(
    rows(page)
      .nth(0)
      .getByRole('button', { name: /^Case Summary: / }),
  ).toBeVisible()
  await expect(rows(page).nth(0).getByRole('link')).toHaveCount(5)
  await expect(rows(page).nth(1).getByRole('link')).toHaveCount(1)
  await expect(rows(page).nth(2).getByRole('link')).toHaveCount(0)
  await expectGoodOnAllScreens(page)
  await page.setViewportSize(sizes.phone)
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(cards.first().getByRole('heading')).toContainText(fullCase.patient)
  await expect(cards.first().getByRole('link')).toHaveCount(5)
  await page.getByLabel('Sort by').selectOption('Patient Name ↓')
  await expect(cards.first()).toContainText('Quillfeather, Zoë')
})

test('rows can be sorted and paged, and clients without summaries show no summary button', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'plentiful')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: /^Case Summary/ })).toHaveCount(0)
  const next = page.getByRole('button', { name: 'Next page' })
  await next.evaluate((arrow: HTMLElement) => {
    arrow.click()
    arrow.click()
  })
  await expect(rows(page).first()).toContainText('Plentiful, P21')
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(rows(page).first()).toContainText('Plentiful, P11')
  await next.click()
  await expect(page.locator('[aria-current="page"]:focus')).toHaveText('3')
  await showAllColumns(page)
  await page.getByRole('button', { name: 'Date of Incident' }).click()
  await page.getByRole('button', { name: 'Date of Incident' }).click()
  await expect(rows(page).first()).toContainText('Plentiful, P30')
  await page.getByLabel('Rows per page').selectOption('25')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Effective Date' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(rows(page)).toHaveCount(25)
  await expect(rows(page).first()).toContainText('Plentiful, P30')
  await expect(page.getByRole('columnheader', { name: 'Effective Date' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('PatientSearch_ResultSize'))).toBe('25')
})

test('column widths stay stable across pages, sorting and long text', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'plentiful')
  const widths = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => (head as HTMLElement).offsetWidth))
  await expect(rows(page).first()).toContainText('Plentiful, P01')
  const before = await widths()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('cell', { name: 'Fell on the wet stairs of a hotel' })).toBeVisible()
  expect(await widths()).toEqual(before)
  await page.getByRole('button', { name: 'Incident Description' }).click()
  await expect(rows(page).first()).toContainText('Fell on the wet stairs of a hotel')
  expect(await widths()).toEqual(before)
})

test('returning from a case on a phone restores the scroll position of the results', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  const way = page.getByRole('link', { name: `Notes: ${fullCase.patient}` })
  await expect(page.getByText('3 results found')).toBeInViewport()
  const left = await page.evaluate(() => {
    window.scrollTo(0, 500)
    return window.scrollY
  })
  expect(left).toBe(500)
  await way.evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to results' }).click()
  await expect(way).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})

test('clients are chosen in two lists, and an empty result shows advice', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await page.getByLabel('All Clients').uncheck()
  await findByName(page, 'plentiful')
  await expect(page.getByRole('link', { name: 'Clients: Please select at least one client' })).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.getByLabel('Available clients').selectOption('Alpine Leisure Travel')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Selected clients').getByRole('option')).toHaveText(['Alpine Leisure Travel'])
  await search(page)
  await expect(page.getByText('No Patients Found')).toBeVisible()
  await expect(page.getByText('Check the spelling, or try another search type')).toBeVisible()
  await page.getByRole('button', { name: 'Add all' }).press('Enter')
  await expect(page.getByLabel('Available clients')).toBeFocused()
  await page.getByLabel('Selected clients').selectOption('Alpine Leisure Travel')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await search(page)
  await expect(page.getByText('30 results found')).toBeVisible()
})

test('a user with one client sees only that client’s data and no other search', async ({ page }) => {
  await openSearch(page, '/patient-search', 'lagoon')
  await expect(page.getByLabel('Client').getByRole('option')).toHaveText(['Lagoon Health Plan'])
  await expect(page.getByLabel('All Clients')).toHaveCount(0)
  await findByName(page, 'quillfeather')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Quillfeather, Lena')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Current Activity')).toHaveCount(0)
  await page.goto('/current-activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('a search survives navigation and reload for its user, and the URL reveals nothing', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await openSection(page, 'Notes')
  expect(page.url()).not.toMatch(/quill|9900/i)
  await page.getByRole('link', { name: 'Back to results' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('link', { name: 'CONTACT' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  await page.getByRole('link', { name: 'Patient Search' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Edit search' }).click()
  await expect(page.getByLabel('Search For')).toHaveValue('quillfeather')
  await expect(rows(page)).toHaveCount(3)
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('quillfeather')
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`staff find patients and read a case section by keyboard (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await openSearch(page, '/patient-search')
    await tabTo(page, page.getByLabel('Search For'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Please check these fields:' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.type('quillfeather')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: `Billing: ${fullCase.patient}` }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Bill Image: ITN E2E-ITN2' }))
    await tabTo(page, page.getByLabel('Rows per page'))
    await page.keyboard.press('Control+Home')
    await page.getByRole('main').focus()
    await tabTo(page, page.getByRole('link', { name: 'Back to results' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 results found')).toBeVisible()
  })
}
