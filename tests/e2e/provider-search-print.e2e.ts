import type { Page } from '@playwright/test'
import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, sizes, test } from './portal-test.ts'
import { readPrintedTexts } from './print-text.ts'
import { cards, crowded, map, table } from './results-on-map.ts'

test.use({ initialData: 'demo' })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

const sheet = (page: Page) => page.locator('[data-sheet]')
const printedRows = (page: Page) => sheet(page).locator('tbody tr')
const printedNames = (page: Page) => printedRows(page).locator('strong').allTextContents()

/** Clicks the button and lays the page out as the print dialog would. */
async function press(page: Page, name: 'Print all' | 'Print selected') {
  await page.evaluate(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name }).click()
  await expect(sheet(page)).toBeAttached()
  await page.emulateMedia({ media: 'print' })
}

/** The browser's print command works once the print sheet's code has loaded. */
const sheetReady = (page: Page) =>
  page.waitForFunction(
    () => dispatchEvent(new Event('beforeprint')) && document.querySelector('[data-sheet]') !== null,
    undefined,
    { timeout: 10_000 },
  )

test('a printout contains only the search, the time and all results, in whole rows on every page', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-21T19:05:00Z')
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  await press(page, 'Print all')
  await expect(printedRows(page)).toHaveCount(250)
  await expect(sheet(page).getByRole('heading', { name: 'Domestic Provider Search' })).toBeVisible()
  await expect(sheet(page)).toContainText('Printed 11/21/2026 2:05 PM')
  await expect(sheet(page)).toContainText('Provider typeAll')
  await expect(sheet(page)).toContainText('Location10001, United States')
  await expect(sheet(page)).toContainText('Rangewithin 50 miles')
  await expect(sheet(page)).toContainText('250 providers')
  await expect(sheet(page)).toContainText('Your search returned more than 250 results.')
  await expect(page.locator('body > :not([data-sheet]):visible')).toHaveCount(0)

  const rows = await printedRows(page).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  )
  for (const format of ['A4', 'Letter'] as const)
    await test.step(`${format} pages keep rows whole and repeat the header and page number`, async () => {
      const sheets = await readPrintedTexts(page, format)
      for (const [at, words] of sheets.entries()) {
        expect(words).toContain('Phone and fax')
        expect(words).toContain(`${at + 1} / ${sheets.length}`)
      }
      const squeezed = sheets.map(unspaced)
      const isWhole = (row: string[]) =>
        squeezed.some((text) => row.every((cell) => text.includes(unspaced(cell))))
      expect(rows.filter((row) => !isWhole(row))).toEqual([])
    })
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet(page)).toBeHidden()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(sheet(page)).toHaveCount(0)
})

const unspaced = (text: string) => text.replaceAll(/\s/g, '')

test('a printout contains the selected providers of all pages in list order, by the browser’s command too', async ({
  page,
}) => {
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  await test.step('the browser’s print command before the button was ever used', async () => {
    await sheetReady(page)
    await expect(printedRows(page)).toHaveCount(250)
  })
  const name = table(page).getByRole('columnheader', { name: 'Name' })
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  const boxes = table(page).locator('tbody').getByRole('checkbox')
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 250')).toBeVisible()
  await boxes.nth(2).check()
  await page.getByText('Map View').click()
  await expect(map(page)).toBeVisible()
  await press(page, 'Print selected')
  const names = await printedNames(page)
  expect(names).toHaveLength(2)
  expect(names).toEqual(
    names.toSorted(new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare),
  )
  await expect(sheet(page)).toContainText('2 of 250 providers selected')
  await page.emulateMedia({ media: null })

  await test.step('the browser’s print command on the map and on a phone', async () => {
    await page.getByRole('button', { name: 'Clear selection' }).click()
    expect((await readPrintedTexts(page)).length).toBeGreaterThan(5)
    await expect(printedRows(page)).toHaveCount(250)
    await page.setViewportSize(sizes.phone)
    await cards(page).first().getByRole('checkbox').check()
    expect(await readPrintedTexts(page)).toHaveLength(1)
    await expect(printedRows(page)).toHaveCount(1)
  })
})
