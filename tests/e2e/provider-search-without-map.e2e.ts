import { expect, expectAccessible, sizes, test } from './portal-test.ts'
import { onMap } from './results-on-map.ts'

test.use({ initialData: 'demo' })

const sentence = 'Your browser can’t show the map. Here is the list instead.'

test('a browser without WebGL shows a notice and the list', async ({ page }) => {
  await page.goto(onMap)
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Results' }).locator('tbody tr')).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Show on map' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a phone without WebGL shows the cards', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(onMap)
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('heading', { level: 3 })).toHaveCount(
    10,
  )
  await expectAccessible(page)
})
