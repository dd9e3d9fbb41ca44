import {
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  goToSection,
  importCases,
  openSearch,
  rows,
  searchTheirDays,
} from './cases.ts'
import { viewer } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectToFit, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('the overview of a case is read by keyboard alone: its activity, its documents, the next case and a new note', async ({
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
    if (incidentNumber !== fullCase.incidentNumber)
      await expect(page.getByText('Nothing has been added to this case yet')).toBeVisible()
  }

  await test.step('a note is written by keyboard and shows its author', async () => {
    await page.getByRole('link', { name: 'Back to results' }).click()
    await findByName(page, 'plentiful, p30')
    // A patient's name links to the case, even if it has no sections.
    await rows(page).first().getByRole('link', { name: 'Plentiful, P30' }).click()
    await tabTo(page, page.getByRole('button', { name: 'Write a note' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await expectGoodOnAllScreens(page)
    const text = '<b>Family</b> asks for a transfer to Zürich.'
    await page.keyboard.type(text)
    await tabTo(page, page.getByRole('button', { name: 'Save note' }))
    await page.keyboard.press('Enter')
    await expect(activity.getByRole('listitem').filter({ hasText: text })).toContainText('Albert Alpine')
    await goToSection(page, 'Notes')
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: text })).toContainText('Staff note')
  })
})

test('at 1280 by 800, each list has its first row in view, and its columns fit', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const firstCell = page.locator('tbody td[data-first]').first()
  const expectFirstRow = async () => {
    await expect(firstCell).toBeVisible()
    await expect.poll(async () => (await firstCell.boundingBox())?.y).toBeLessThan(420)
    await expect(page.getByText('Scroll sideways to see all columns.')).toHaveCount(0)
    await expectToFit(page)
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
