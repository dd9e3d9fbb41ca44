import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, sizes, test } from './portal-test.ts'
import { aPin, cards, popup } from './results-on-map.ts'

test.use({ initialData: 'demo' })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

const near = '/domestic-provider-search?zip=10001&type=0000000000&range=50'

test('the popup and cards highlight the same words', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(`${near}&name=phramacy`)
  await expect(cards(page).first().locator('mark')).toHaveText('Pharmacy')
  await (await aPin(page)).click()
  await expect(popup(page).locator('mark')).toHaveText('Pharmacy')
  await expectAccessible(page)
})
