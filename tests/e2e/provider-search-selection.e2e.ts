import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, sizes, test } from './portal-test.ts'
import { aPin, cards, crowded, map, popup, table } from './results-on-map.ts'

test.use({ initialData: 'demo' })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

test('the selection survives paging, sorting and switching to the map and back', async ({ page }) => {
  await page.goto(crowded)
  const rows = table(page).locator('tbody tr')
  const nameOf = (at: number) => rows.nth(at).locator('[data-column="name"] > span').first().textContent()
  const chosen = (await nameOf(2)) ?? ''
  await rows.nth(2).getByRole('checkbox').check()
  await expect(page.getByText('1 provider selected')).toBeVisible()

  await page.getByRole('button', { name: 'Next page' }).click()
  await table(page).getByRole('columnheader', { name: 'Phone' }).getByRole('button').click()
  await expect(page.getByText('1 provider selected')).toBeVisible()

  await page.getByText('Map View').click()
  await expect(map(page)).toBeVisible()
  await (await aPin(page)).click()
  await popup(page).getByRole('checkbox').check()
  await expect(page.getByText('2 providers selected')).toBeVisible()

  await page.getByText('List View').click()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(rows).toHaveCount(50)
  const checked = table(page).locator('tbody').getByRole('checkbox', { checked: true })
  const names: (string | null)[] = []
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  for (const number of ['1', '2', '3', '4', '5']) {
    await pages.getByRole('button', { name: number, exact: true }).click()
    await expect(pages.locator('[aria-current="page"]')).toHaveText(number)
    for (const box of await checked.all()) names.push(await box.getAttribute('aria-label'))
  }
  expect(new Set(names).size).toBe(2)
  expect(names).toContain(`Select ${chosen}`)
})

test('the Select all button shows the count and selects every result, also on a phone', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(crowded)
  await page.getByRole('button', { name: 'Select all 250' }).click()
  await expect(page.getByText('250 providers selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select all 250' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(cards(page).getByRole('checkbox', { checked: true })).toHaveCount(10)
})
