import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, sizes, test } from './portal-test.ts'
import { cards, map, onMap, providersOn, table } from './results-on-map.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource|dynamically imported module/] })

test('the list and an error replace a map whose code or tiles fail to load', async ({ page }) => {
  await openMapWithoutDrawing(page)
  const error = page.getByText('Part of the map didn’t load.')
  await test.step('its code', async () => {
    await page.route('/assets/provider-map-*', (route) => route.abort())
    await page.goto(onMap)
    await expect(error).toBeVisible()
    await expect(table(page)).toBeVisible()
    await expect(map(page)).toHaveCount(0)
    await page.unroute('/assets/provider-map-*')
  })
  await test.step('its tiles', async () => {
    await page.route('/map/**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(onMap)
    await expect(error).toBeVisible()
    await expect(cards(page)).toHaveCount(10)
    await expect.poll(() => providersOn(page)).toBe(10)
    await expectAccessible(page)
    await page.unroute('/map/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(error).toHaveCount(0)
    await expect(cards(page)).toHaveCount(10)
  })
})

test('a browser without WebGL shows a notice and the list, or the cards on a phone', async ({ page }) => {
  await page.goto(onMap)
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Your browser can’t show the map. Here is the list instead.' })
  await expect(notice).toBeVisible()
  await expect(table(page).locator('tbody tr')).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Show on map' })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize(sizes.phone)
  await expect(notice).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
})
