import {
  columnCells,
  editSearch,
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  goToSection,
  importCases,
  openSearch,
  openSection,
  rows,
  search,
  showAllColumns,
} from './cases.ts'
import { tabBackUncovered, tabTo } from './keyboard.ts'
import { expect, sizes, test } from './portal-test.ts'
import { readPrintedTexts } from './print-text.ts'
import { logOut } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('staff find patients by each of five search types, in a table sorted by name, and in cards on a phone', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  for (const [type, term, found] of [
    ['Policy #', 'E2E-POL-1', '2 results found'],
    ['ITN #', 'E2E-ITN3', '1 result found'],
    ['Incident #', fullCase.incidentNumber, '1 result found'],
    ['Date of Birth', '05-06-80', '2 results found'],
    ['Patient Last Name', 'quillf', '3 results found'],
  ] as const) {
    await editSearch(page)
    if (type === 'Patient Last Name') {
      await expect(page.getByLabel('Search For')).toHaveValue('5/6/1980')
      const calendar = page.getByRole('button', { name: 'Choose from a calendar' })
      await expect(calendar).toHaveAccessibleDescription('Search For')
    }
    await page.getByLabel('Search By').selectOption(type)
    await expect(page.getByLabel('Search For')).toHaveValue('')
    await findByName(page, term)
    await expect(page.getByText(found)).toBeVisible()
    await expect(rows(page).first()).toContainText(fullCase.patient)
  }
  const headers = 'Patient Name, Open, Policy #, Incident #, Incident Description, Enter Date, Client'
  await expect(page.getByRole('columnheader')).toHaveText(headers.split(', '))
  const name = page.getByRole('columnheader', { name: 'Patient Name' })
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
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
  for (const [at, links] of [5, 1, 0].entries())
    await expect(rows(page).nth(at).getByRole('link')).toHaveCount(links)
  await expectGoodOnAllScreens(page)

  await page.setViewportSize(sizes.phone)
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(cards.first().getByRole('heading')).toContainText(fullCase.patient)
  await expect(cards.first().getByRole('link')).toHaveCount(5)
  await page.getByLabel('Sort by').selectOption('Patient Name ↓')
  await expect(cards.first()).toContainText('Quillfeather, Zoë')
  const notes = page.getByRole('link', { name: `Notes: ${fullCase.patient}` })
  await page.evaluate(() => window.scrollTo(0, 500))
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  await notes.evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to results' }).click()
  await expect(notes).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY), 'scrolled as before').toBe(500)
})

test('many results can be sorted, paged and printed in columns that keep their widths', async ({ page }) => {
  const notice = 'There are more than 30 results. Please search more exactly.'
  await page.route('/api/patients', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notice } })
  })
  await openSearch(page, '/patient-search')
  await findByName(page, 'plentiful')
  await expect(rows(page)).toHaveCount(10)
  const [first, next] = [rows(page).first(), page.getByRole('button', { name: 'Next page' })]
  const heads = page.getByRole('columnheader')
  const measure = () => heads.evaluateAll((all) => all.map((head) => (head as HTMLElement).offsetWidth))

  await test.step('column widths stay stable across pages, sorting and long text', async () => {
    await expect(first).toContainText('Plentiful, P01')
    await expect(page.getByRole('button', { name: /^Case Summary/ })).toHaveCount(0)
    const widths = await measure()
    await next.click()
    await expect(page.getByRole('cell', { name: 'Fell on the wet stairs of a hotel' })).toBeVisible()
    expect(await measure()).toEqual(widths)
    await page.getByRole('button', { name: 'Incident Description' }).click()
    await expect(first).toContainText('Fell on the wet stairs of a hotel')
    expect(await measure()).toEqual(widths)
    await page.getByRole('button', { name: 'Patient Name' }).click()
    await expect(first).toContainText('Plentiful, P01')
  })

  await test.step('the paging arrow stays under the pointer, and each page starts at its first row', async () => {
    await next.scrollIntoViewIfNeeded()
    const place = await next.boundingBox()
    await next.click()
    await expect(first).toContainText('Plentiful, P11')
    expect(await next.boundingBox()).toEqual(place)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await next.evaluate((arrow: HTMLElement) => {
      arrow.click()
      arrow.click()
    })
    await expect(first).toContainText('Plentiful, P21')
    await page.getByLabel('Rows per page').selectOption('25')
    const pane = page.getByRole('table').locator('..')
    await pane.evaluate((scrolled) => scrolled.scrollTo({ top: scrolled.scrollHeight }))
    await next.click()
    await expect(first).toContainText('Plentiful, P26')
    await expect(page.locator('[aria-current="page"]:focus')).toHaveText('2')
    await expect(first.locator('td').first()).toBeInViewport({ ratio: 1 })
    expect(await pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })

  const backThroughRows = () => tabBackUncovered(page, page.getByLabel('Rows per page'), 'thead')
  await test.step('the sticky header covers nothing that has the focus', async () => {
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(rows(page)).toHaveCount(25)
    await backThroughRows()
  })

  await test.step('the page size, the order and the columns survive a reload', async () => {
    await showAllColumns(page)
    await backThroughRows()
    for (const _time of [1, 2]) await page.getByRole('button', { name: 'Date of Incident' }).click()
    await expect(first).toContainText('Plentiful, P30')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Effective Date' }).uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(rows(page)).toHaveCount(25)
    await expect(first).toContainText('Plentiful, P30')
    await expect(page.getByRole('columnheader', { name: 'Effective Date' })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('PatientSearch_ResultSize'))).toBe('25')
  })

  for (const [size, format] of [[sizes.desktop, 'Letter'] as const, [sizes.phone, 'A4'] as const]) {
    await page.setViewportSize(size)
    const words = (await readPrintedTexts(page, format)).join('\n')
    expect(words.replaceAll(/\s+/g, ' ')).toContain(notice)
    expect(words.match(/990000001\d\d/g)).toHaveLength(30)
    expect(words).not.toContain('Rows per page')
  }
  await page.setViewportSize(sizes.desktop)
  await expect(rows(page)).toHaveCount(25)
})

test('a search loads current data, survives navigation and reload for its user, and the URL reveals nothing', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (path: string) => asked.filter((each) => each === path).length
  await openSearch(page, '/patient-search')
  for (const [name, count] of [
    ['quillfeather', 3],
    ['plentiful', 30],
    ['quillfeather', 3],
  ] as const) {
    await findByName(page, name)
    await expect(page.getByText(`${count} results found`)).toBeVisible()
  }
  expect(times('/api/patients')).toBe(3)
  await openSection(page, 'Notes')
  expect(page.url()).not.toMatch(/quill|9900/i)
  for (const part of ['Billing', 'Notes']) {
    await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
  }
  await expect.poll(() => times('/api/notes')).toBe(2)
  await page.getByRole('link', { name: 'Back to results' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('link', { name: 'CONTACT' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  await page.getByRole('link', { name: 'Patient Search' }).click()
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Edit search' }).click()
  await expect(page.getByLabel('Search For')).toHaveValue('quillfeather')

  await test.step('clients are chosen in two lists, and an empty result shows advice', async () => {
    await page.getByLabel('All Clients').uncheck()
    await findByName(page, 'plentiful')
    await expect(page.getByRole('link', { name: 'Clients: Please select at least one client' })).toBeVisible()
    await expectGoodOnAllScreens(page)
    await page.getByLabel('Available clients').selectOption('Alpine Leisure Travel')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const chosen = page.getByLabel('Selected clients')
    await expect(chosen.getByRole('option')).toHaveText(['Alpine Leisure Travel'])
    await search(page)
    await expect(page.getByText('No Patients Found')).toBeVisible()
    await expect(page.getByText('Check the spelling, or try another search type')).toBeVisible()
    await page.getByRole('button', { name: 'Add all' }).press('Enter')
    await expect(page.getByLabel('Available clients')).toBeFocused()
    await chosen.selectOption('Alpine Leisure Travel')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await search(page)
    await expect(page.getByText('30 results found')).toBeVisible()
  })
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/quillfeather|plentiful/)
})

test('staff find patients and read a case section by keyboard, on a desktop and a phone', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await tabTo(page, page.getByLabel('Search For'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Please check these fields:' })).toBeFocused()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await page.keyboard.type('quillfeather')
  await page.keyboard.press('Enter')
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
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
  }
})
