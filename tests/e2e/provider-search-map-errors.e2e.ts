import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { map, onMap, providersOn, table } from './results-on-map.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource|dynamically imported module/] })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

test('the map shows an error above the list when its tiles fail to load', async ({ page }) => {
  await page.route('/map/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(onMap)
  await expect(page.getByText('Part of the map didn’t load.')).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect.poll(() => providersOn(page)).toBe(10)
  await expectAccessible(page)
  await page.unroute('/map/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Part of the map didn’t load.')).toHaveCount(0)
  await expect(table(page)).toHaveCount(0)
})

test('the list and an error replace the map when its code fails to load', async ({ page }) => {
  await page.route('/assets/provider-map-*', (route) => route.abort())
  await page.goto(onMap)
  await expect(page.getByText('Part of the map didn’t load.')).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect(map(page)).toHaveCount(0)
})
