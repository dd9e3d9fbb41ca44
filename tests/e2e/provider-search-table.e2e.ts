import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const crowded = '/domestic-provider-search?zip=10001&type=0000000000&range=50'
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const hint = (page: Page) => page.getByText('Scroll sideways to see all columns')

async function openAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(crowded)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(results(page).locator('tbody tr')).toHaveCount(50)
}

test('rows are 32 px high at every width unless their text is long, and no word breaks', async ({ page }) => {
  await openAt(page, 769)
  for (const width of [769, 1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(async () => {
      const heights = await results(page)
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height).sort((a, b) => a - b))
      expect(heights[25]).toBeLessThanOrEqual(33)
      expect(heights.at(-1)).toBeLessThanOrEqual(52)
      expect(await brokenWords(page)).toEqual([])
      await expectToFit(page)
    }, `at ${width} px`).toPass()
  }
})

test('an overflowing table announces scrolling and keeps its header and names visible', async ({ page }) => {
  await openAt(page, 1000)
  await expect(hint(page)).toBeVisible()
  await results(page).evaluate((table) => {
    table.parentElement?.scrollIntoView()
    table.parentElement?.scrollTo(1000, 1000)
  })
  // Content-sized columns may lose a fraction of a pixel to rounding.
  for (const name of ['Provider type', 'Name'])
    await expect(results(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 0.99 })
  await expect(results(page).locator('tbody tr').nth(40).locator('[data-column="name"]')).toBeInViewport()
  await expectAccessible(page)
})

test('the columns of a public search fit a desktop', async ({ page }) => {
  await openAt(page, 1280)
  await expect(results(page).getByRole('columnheader', { name: 'Provider type' })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const column of ['Fax', 'Contact', 'Specialty', 'Network'])
    await page.getByRole('checkbox', { name: column }).check()
  await expect(hint(page)).toBeVisible()
})

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

test('a search with verifications of benefits fits a desktop, and other columns can be added', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'alpine', '/domestic-secure-provider-search?state=FL&city=Miami&type=0000000000')
  await expect(results(page).getByRole('columnheader', { name: 'Create VOB' })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Tax ID' }).check()
  await expect(results(page).getByRole('columnheader', { name: 'Tax ID' })).toBeVisible()
})
