import type { Page } from '@playwright/test'
import { goToSection, importCases, openFullCase } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

const picture = (page: Page) => page.getByRole('img', { name: 'Activity' })

const kinds = ['MR', 'CASE', 'BILLS', 'NOTES'] as const
const dayAt = (number: number) => new Date(Date.UTC(2026, 2, 3 + number)).toISOString().slice(0, 10)
const onDays = (count: number, apart: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: dayAt(at * apart),
    kind: kinds[at % 4] as string,
    count: 2 + (at % 2),
  }))

/** The receipt and the approval of an authorization. */
const authorizations = [null, 'A'].map((action) => ({
  day: dayAt(0),
  itn: 'ITN9000001',
  round: 1,
  currency: 'USD',
  totalCharge: '6008.59',
  action,
  maximumCovered: action && '1250',
  isPending: false,
}))

const cases: Record<string, ReturnType<typeof onDays>> = {
  'on one day': kinds.map((kind, at) => ({ day: dayAt(0), kind, count: at * 40 + 1 })),
  '500 times on 200 days': onDays(200, 2),
  'over ten years': onDays(120, 30),
}

test('a timeline opens case sections by keyboard, and fits every screen whatever its time span', async ({
  page,
}) => {
  await openFullCase(page, 'Notes')
  await tabTo(page, page.getByRole('link', { name: 'Timeline', exact: true }))
  await page.keyboard.press('Enter')
  await expect(picture(page)).toBeVisible()
  for (const [size, link, part] of [
    [sizes.desktop, 'Medical Records: 3/5/2026', 'Medical Records'],
    [sizes.desktop, 'Billing: 4/1/2026', 'Billing'],
    [sizes.phone, 'Case Documents: 3/6/2026', 'Case Documents'],
    [sizes.phone, 'Notes: 3/4/2026', 'Notes'],
  ] as const) {
    await page.setViewportSize(size)
    await tabTo(page, page.getByRole('link', { name: link, exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await page.goBack()
    await expect(picture(page)).toBeVisible()
  }
  for (const [name, timeline] of Object.entries(cases)) {
    await test.step(`with activity ${name}`, async () => {
      await page.route('/api/casetimeline', (route) =>
        route.fulfill({ json: { timeline, authorizations, waitingBills: 0 } }),
      )
      await goToSection(page, 'Notes')
      await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
      await goToSection(page, 'Timeline')
      await expect(picture(page)).toHaveAccessibleName(
        new RegExp(`: ${count(timeline)}, Authorizations: 2\\.$`),
      )
      await expectReadable(page)
    })
  }
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const colors = await picture(page).evaluate((element) => {
    const marks = [...element.querySelectorAll('circle')].map((mark) => getComputedStyle(mark).fill)
    return { marks: [...new Set(marks)], text: getComputedStyle(element).color }
  })
  expect(colors.marks).toEqual([colors.text])
})

/** How many notes a timeline counts. */
const count = (timeline: ReturnType<typeof onDays>) =>
  timeline
    .filter(({ kind }) => kind === 'NOTES')
    .reduce((sum, each) => sum + each.count, 0)
    .toLocaleString('en-US')

/** Checks that the timeline fits and is legible at every width, with normal and large letters. */
async function expectReadable(page: Page) {
  for (const [letters, widths] of [
    // 640 px is a desktop at 200% zoom.
    ['100%', [1280, 800, 640, 390, 320]],
    ['200%', [1280, 390, 320]],
  ] as const) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, letters)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await expect(async () => {
        await expectToFit(page)
        await expectLegible(page)
      }, `letters of ${letters} at ${width} px`).toPass()
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(sizes.desktop)
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
