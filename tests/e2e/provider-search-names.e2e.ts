import type { Page } from '@playwright/test'
import { browser } from './browser.ts'
import { expect, expectAccessible, sizes, test } from './portal-test.ts'
import { aPin, cards, popup, table } from './results-on-map.ts'

test.use({ initialData: 'demo', launchOptions: browser('processor') })
test.use({ expectedMessages: [/GPU stall due to ReadPixels/] })

const near = '/domestic-provider-search?zip=10001&type=0000000000&range=50'

/** The highlighted text of each name on the page. */
const markedOn = (page: Page) =>
  table(page)
    .locator('tbody td[data-column="name"]')
    .evaluateAll((cells) =>
      cells.map((cell) => [...cell.querySelectorAll('mark')].map((mark) => mark.textContent).join(' ')),
    )

test('results highlight the search term in every name', async ({ page }) => {
  await page.goto(`${near}&name=pharmac`)
  await expect(table(page)).toBeVisible()
  expect(new Set((await markedOn(page)).map((words) => words.toLowerCase()))).toEqual(new Set(['pharmac']))
  await expectAccessible(page)
})

test('results highlight the intended words when the name has a typo', async ({ page }) => {
  await page.goto(`${near}&name=retial%20phramacy`)
  await expect(table(page)).toBeVisible()
  expect(new Set(await markedOn(page))).toEqual(new Set(['Retail Pharmacy']))
})

test('results highlight nothing when the search has no name', async ({ page }) => {
  await page.goto(near)
  await expect(table(page)).toBeVisible()
  await expect(table(page).locator('mark')).toHaveCount(0)
})

test('the popup and cards highlight the same words', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(`${near}&name=phramacy`)
  await expect(cards(page).first().locator('mark')).toHaveText('Pharmacy')
  await (await aPin(page)).click()
  await expect(popup(page).locator('mark')).toHaveText('Pharmacy')
  await expectAccessible(page)
})
