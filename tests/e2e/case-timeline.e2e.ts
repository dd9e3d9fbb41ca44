import type { Page } from '@playwright/test'
import { columnCells, goToSection, importCases, openFullCase, openSearch, search } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { findPrintedColor, readPrintedTexts } from './print-text.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

const picture = (page: Page) => page.getByRole('img', { name: 'Activity' })

test('a timeline shows activity by day, oldest first, as a chart and as a list', async ({ page }) => {
  await openFullCase(page, 'Notes')
  await goToSection(page, 'Timeline')
  await expect(picture(page)).toHaveAccessibleName(
    'Activity, 3/2/2026 to 5/12/2026. Medical records added: 2, Case documents added: 1, Bills processed: 3, Notes written: 2.',
  )
  await expect(picture(page).locator('circle title')).toHaveText([
    '3/5/2026: 1',
    '3/10/2026: 1',
    '3/6/2026: 1',
    '4/1/2026 to 4/2/2026: 2',
    '5/12/2026: 1',
    '3/2/2026 to 3/4/2026: 2',
  ])
  const key = page.getByRole('figure')
  await expect(key).toContainText('Date of Incident 3/1/2026')
  await expect(key).toContainText('Enter Date 3/2/2026')
  await expect(key).toContainText('Larger dots mean more items (up to 2). Nearby days are combined.')
  await expect(page.getByText("1 bill hasn't been processed yet, so it isn't on the timeline.")).toBeVisible()
  await expect(columnCells(page, 'Timeline', 1)).toHaveText(
    ['3/2', '3/4', '3/5', '3/6', '3/10', '4/1', '4/2', '5/12'].map((day) => `${day}/2026`),
  )
  await expect(columnCells(page, 'Timeline', 2)).toHaveText([
    ...['Notes written', 'Notes written', 'Medical records added', 'Case documents added'],
    ...['Medical records added', 'Bills processed', 'Bills processed', 'Bills processed'],
  ])
  await expect(columnCells(page, 'Timeline', 3)).toHaveText(Array<string>(8).fill('1'))
})

/** The grid line of the incident's date. */
const orange = [0xa8, 0x4d, 0x08]

test('a timeline prints with its grid lines, and a case section prints without fields and buttons', async ({
  page,
}) => {
  await openFullCase(page, 'Notes')
  await goToSection(page, 'Timeline')
  await expect(picture(page).locator('circle').first()).toBeVisible()
  for (const format of ['Letter', 'A4'] as const) {
    const line = await findPrintedColor(page, format, orange)
    expect(line.from, 'above the picture are the facts of the patient').toBeGreaterThan(0.16)
    expect(line.rows, 'the line is as high as the lanes').toBeGreaterThan(0.1)
  }
  await goToSection(page, 'Billing')
  await page.getByRole('textbox', { name: 'From' }).fill('3/1/2026')
  await page.getByRole('textbox', { name: 'To' }).fill('3/31/2026')
  await expect(page.getByRole('status').filter({ hasText: '1–3 of 3' })).toBeVisible()
  const paper = (await readPrintedTexts(page, 'Letter')).join()
  expect(paper).toContain('Service dates 3/1/2026 to 3/31/2026')
  for (const word of ['From', 'Clear dates', 'Case Summary', 'Include bill images'])
    expect(paper).not.toContain(word)
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`an entry in the timeline opens its case section by keyboard (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await openFullCase(page, 'Notes')
    await tabTo(page, page.getByRole('link', { name: 'Timeline', exact: true }))
    await page.keyboard.press('Enter')
    await expect(picture(page)).toBeVisible()
    for (const [way, part] of [
      ['Medical Records: 3/5/2026', 'Medical Records'],
      ['Case Documents: 3/6/2026', 'Case Documents'],
      ['Billing: 4/1/2026', 'Billing'],
      ['Notes: 3/4/2026', 'Notes'],
    ] as const) {
      await tabTo(page, page.getByRole('link', { name: way, exact: true }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
      await page.goBack()
      await expect(picture(page)).toBeVisible()
    }
  })
}

test('a timeline opened from Current Activity stays under its URL', async ({ page }) => {
  await openSearch(page, '/current-activity')
  await page.getByLabel('Start Date').fill('3/1/2026')
  await page.getByLabel('End Date').fill('3/31/2026')
  await search(page)
  const notes = page.getByRole('link', { name: /^Notes: / }).first()
  await notes.click()
  await goToSection(page, 'Timeline')
  await expect(page).toHaveURL(/\/current-activity\/timeline\?row=/)
  await expect(picture(page)).toBeVisible()
  await notes.click()
  await expect(page).toHaveURL(/\/current-activity\/notes\?row=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
})

test('a case with only unprocessed bills explains its empty timeline', async ({ page }) => {
  await page.route('/api/casetimeline', (route) => route.fulfill({ json: { timeline: [], waitingBills: 3 } }))
  await openFullCase(page, 'Notes')
  await goToSection(page, 'Timeline')
  await expect(page.getByText('No activity found')).toBeVisible()
  await expect(page.getByText("3 bills haven't been processed yet")).toBeVisible()
})

const kinds = ['MR', 'CASE', 'BILLS', 'NOTES'] as const
const dayAt = (number: number) => new Date(Date.UTC(2026, 2, 3 + number)).toISOString().slice(0, 10)
const onDays = (count: number, apart: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: dayAt(at * apart),
    kind: kinds[at % 4] as string,
    count: 2 + (at % 2),
  }))

const cases: Record<string, ReturnType<typeof onDays>> = {
  'on one day': kinds.map((kind, at) => ({ day: dayAt(0), kind, count: at * 40 + 1 })),
  '500 times on 200 days': onDays(200, 2),
  'over ten years': onDays(120, 30),
}

for (const [name, timeline] of Object.entries(cases)) {
  test(`a timeline with activity ${name} fits and is accessible on every screen`, async ({ page }) => {
    await page.route('/api/casetimeline', (route) => route.fulfill({ json: { timeline, waitingBills: 0 } }))
    await openFullCase(page, 'Notes')
    await goToSection(page, 'Timeline')
    // 640 px is a desktop at 200% zoom.
    for (const width of [1280, 800, 640, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(async () => {
        await expectToFit(page)
        await expectLegible(page)
      }).toPass()
      if (width === 1280 || width === 390) await expectAccessible(page)
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(async () => {
        await expectToFit(page)
        await expectLegible(page)
      }, `large letters at ${width} px`).toPass()
    }
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    const colors = await picture(page).evaluate((element) => {
      const marks = [...element.querySelectorAll('circle')].map((mark) => getComputedStyle(mark).fill)
      return { marks: [...new Set(marks)], text: getComputedStyle(element).color }
    })
    expect(colors.marks).toEqual([colors.text])
  })
}

/** Checks that axis labels do not overlap and that everything drawn stays within the width of the window. */
async function expectLegible(page: Page) {
  const { words, marks, width } = await picture(page).evaluate((element) => {
    const boxesOf = (selector: string) =>
      [...element.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().toJSON() as DOMRect)
    return { words: boxesOf('text'), marks: boxesOf('circle'), width: window.innerWidth }
  })
  expect(words.length).toBeGreaterThanOrEqual(2)
  expect(marks.length).toBeGreaterThanOrEqual(4)
  for (const { left, right } of [...words, ...marks]) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
  }
  for (const [at, word] of words.entries())
    expect(word.left).toBeGreaterThan((words[at - 1]?.right ?? -4) + 3)
}
