import {
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
  searchTheirDays,
} from './cases.ts'
import { viewer } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { readPrintedTexts } from './print-text.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('repeating a search or reopening a case section loads current data', async ({ page }) => {
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
  for (const part of ['Billing', 'Notes']) {
    await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
  }
  await expect.poll(() => times('/api/notes')).toBe(2)
})

test('results say when they belong to a different search than the form', async ({ page }) => {
  const said = page.getByText('These results are from your previous search. Select Search to update them.')
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await expect(page.getByText('3 results found')).toBeVisible()
  await expect(said).toHaveCount(0)
  await editSearch(page)
  await page.getByLabel('Search For').fill('plentiful')
  await expect(said).toBeVisible()
  await expectAccessible(page)
  await search(page)
  await expect(page.getByText('30 results found')).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('the paging arrow stays under the pointer, and each page starts at its first row', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'plentiful')
  const next = page.getByRole('button', { name: 'Next page' })
  await next.scrollIntoViewIfNeeded()
  const before = await next.boundingBox()
  await next.click()
  await expect(rows(page).first()).toContainText('Plentiful, P11')
  expect(await next.boundingBox()).toEqual(before)
  await page.getByLabel('Rows per page').selectOption('25')
  const pane = page.getByRole('table').locator('..')
  await pane.evaluate((place) => place.scrollTo({ top: place.scrollHeight }))
  await next.click()
  await expect(rows(page).first()).toContainText('Plentiful, P26')
  await expect(rows(page).first().locator('td').first()).toBeInViewport({ ratio: 1 })
  expect(await pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

test('a patient’s name links to the case, even if it has no sections', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  const names = rows(page).getByRole('link', { name: 'Quillfeather, Ada', exact: true })
  await expect(names).toHaveCount(2)
  await names.last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient and incident' })).toContainText('99000000018')
  await expect(page.getByText('Nothing has been added to this case yet')).toBeVisible()
})

test('the overview of a case is read by keyboard alone: its activity, its documents and the next case', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await tabTo(page, rows(page).getByRole('link', { name: fullCase.patient, exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Activity', exact: true })
  await expect(activity.getByRole('listitem')).toHaveCount(9)
  await expectGoodOnAllScreens(page)

  await tabTo(page, activity.getByRole('button', { name: 'Records 2' }))
  await page.keyboard.press('Enter')
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  const record = activity.getByRole('button', { name: 'View: Medical Records, page 3' })
  await tabTo(page, record)
  await page.keyboard.press('Enter')
  const pages = viewer(page).getByRole('region', { name: /^Medical record/ })
  await expect(pages).toContainText('Page 03')
  await expect(viewer(page).getByText('Document 1 of 2')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Alt+PageDown')
  await expect(pages).toContainText('Page 01')
  await expect(pages).toBeFocused()
  await expect(viewer(page).getByRole('button', { name: 'Next document' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(record).toBeFocused()

  const header = page.getByRole('region', { name: 'Patient and incident' })
  for (const [name, incidentNumber] of [
    [/^Next case/, '99000000018'],
    [/^Previous case/, fullCase.incidentNumber],
  ] as const) {
    await page.getByRole('main').focus()
    await tabTo(page, header.getByRole('link', { name }))
    await page.keyboard.press('Enter')
    await expect(header).toContainText(incidentNumber)
    await expect(header.locator('a:focus')).toHaveAccessibleName(/^(Next|Previous) case/)
  }
})

test('printing includes all results with the truncation notice, also from a phone', async ({ page }) => {
  const notice = 'There are more than 30 results. Please search more exactly.'
  await page.route('/api/patients', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notice } })
  })
  await openSearch(page, '/patient-search')
  await findByName(page, 'plentiful')
  await expect(rows(page)).toHaveCount(10)
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    for (const format of ['Letter', 'A4'] as const) {
      const words = (await readPrintedTexts(page, format)).join('\n')
      expect(words.replaceAll(/\s+/g, ' ')).toContain(notice)
      expect(words.match(/990000001\d\d/g)).toHaveLength(30)
      expect(words).not.toContain('Rows per page')
    }
  }
  await page.setViewportSize(sizes.desktop)
  await expect(rows(page)).toHaveCount(10)
})

test('at 1280 by 800, each list has its first row in view, and its columns fit', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const firstCell = page.locator('tbody td[data-first]').first()
  const expectFirstRow = async () => {
    await expect(firstCell).toBeVisible()
    await expect.poll(async () => (await firstCell.boundingBox())?.y).toBeLessThan(420)
    await expect(page.getByText('Scroll sideways to see all columns.')).toHaveCount(0)
    await expectToFit(page)
    await expectAccessible(page)
  }
  await openSearch(page, '/patient-search')
  await findByName(page, 'sample')
  await expectFirstRow()
  for (const part of ['Medical Records', 'Case Documents', 'Billing', 'Notes', 'Timeline']) {
    if (part === 'Medical Records')
      await page
        .getByRole('link', { name: `${part}: ` })
        .first()
        .click()
    else await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expectFirstRow()
  }
  await page.goto('/vobs')
  await expectFirstRow()
  await searchTheirDays(page)
  for (const path of ['/current-activity', '/authorization']) {
    await page.goto(path)
    await expectFirstRow()
  }
  await page.goto('/authorization/decided')
  await page.getByLabel('Decided', { exact: true }).selectOption('Any time')
  await expectFirstRow()
})
