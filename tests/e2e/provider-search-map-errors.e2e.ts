import { browser } from './browser.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { map, onMap, providersOn, table } from './results-on-map.ts'

test.use({ beginning: 'demonstration', launchOptions: browser('processor') })
test.use({ expectedComplaints: [/Failed to load resource|GPU stall|dynamically imported module/] })

test('without its tiles it says so, and the list stands beneath it', async ({ page }) => {
  await page.route('/map/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(onMap)
  await expect(page.getByText('The map could not be loaded completely.')).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect.poll(() => providersOn(page)).toBe(10)
  await expectAccessible(page)
  await page.unroute('/map/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The map could not be loaded completely.')).toHaveCount(0)
  await expect(table(page)).toHaveCount(0)
})

test('without its code it says so, and the list stands in its place', async ({ page }) => {
  await page.route('/assets/provider-map-*', (route) => route.abort())
  await page.goto(onMap)
  await expect(page.getByText('The map could not be loaded completely.')).toBeVisible()
  await expect(table(page)).toBeVisible()
  await expect(map(page)).toHaveCount(0)
})
