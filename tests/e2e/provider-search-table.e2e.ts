import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const crowded = '/domestic-provider-search?zip=10001&type=0000000000&range=50'
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const hint = (page: Page) => page.getByText('Scroll sideways to see all columns')

test('rows have two lines at every width unless their text is long, and no word breaks', async ({ page }) => {
  await page.goto(crowded)
  await test.step('the sticky column never covers the focused element', async () => {
    await results(page).getByRole('checkbox').first().focus()
    for (let at = 0; at < 30; at += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(hiddenFocus)).toBeUndefined()
    }
  })
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(results(page).locator('tbody tr')).toHaveCount(50)
  for (const width of [769, 1920, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const heights = await results(page)
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height).sort((a, b) => a - b))
      expect(heights[25]).toBeLessThanOrEqual(52)
      expect(heights.at(-1)).toBeLessThanOrEqual(90)
      expect(await brokenWords(page)).toEqual([])
      await expectToFit(page)
    }, `at ${width} px`).toPass()
    if (width === 1000)
      await test.step('an overflowing table announces scrolling and keeps its header and names visible', () =>
        expectHeaderAndNames(page))
  }
  await test.step('the columns of a public search fit a desktop', async () => {
    await expect(results(page).getByRole('columnheader', { name: 'Actions' })).toBeVisible()
    await expect(hint(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const column of ['Fax', 'Contact', 'Specialty', 'Network'])
      await page.getByRole('checkbox', { name: column }).check()
    await expect(hint(page)).toBeVisible()
  })
})

async function expectHeaderAndNames(page: Page) {
  await expect(hint(page)).toBeVisible()
  await results(page).evaluate((table) => {
    table.parentElement?.scrollIntoView()
    table.parentElement?.scrollTo(1000, 1000)
  })
  // Content-sized columns may lose a fraction of a pixel to rounding.
  for (const name of ['Phone', 'Name'])
    await expect(results(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 0.99 })
  await expect(results(page).locator('tbody tr').nth(25).locator('[data-column="name"]')).toBeInViewport()
  await expectAccessible(page)
}

/** The focused element if part of it is hidden. */
function hiddenFocus(): string | undefined {
  const element = document.activeElement
  if (!element?.closest('table')) return undefined
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const ends = [left + 3, right - 3].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
  return ends.every((end) => element.contains(end) || end?.contains(element)) ? undefined : element.outerHTML
}

/** Words in the table that wrap onto a second line. */
function brokenWords(page: Page): Promise<string[]> {
  return results(page)
    .locator('td')
    .evaluateAll((cells) => {
      const range = document.createRange()
      const broken: string[] = []
      const texts = cells.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const found: Node[] = []
        while (walker.nextNode()) found.push(walker.currentNode)
        return found
      })
      for (const text of texts)
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (range.getClientRects().length > 1) broken.push(word)
        }
      return broken
    })
}
