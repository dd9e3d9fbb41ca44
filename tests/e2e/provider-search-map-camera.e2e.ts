import type { Locator, Page } from '@playwright/test'
import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, sizes, test } from './portal-test.ts'
import {
  cards,
  center,
  clusters,
  map,
  markers,
  mockPlaces,
  onMap,
  type Point,
  pinnedAt,
  pixelsBetween,
  popup,
  timesSquare,
} from './results-on-map.ts'

test.use({ initialData: 'demo' })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

async function apart(one: Locator, other: Locator) {
  const [from, to] = [await pinnedAt(one), await pinnedAt(other)]
  return Math.hypot(from.x - to.x, from.y - to.y)
}

/** Opens the map with results at these places. Returns a function that searches again and finds others. */
async function openMapOf(page: Page, places: Point[]) {
  const find = await mockPlaces(page)
  find(places)
  await page.goto(onMap)
  return async (next: Point[]) => {
    find(next)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
}

test('the map zooms to its markers: to level 10 for one, to level 18 at most, and across the date line', async ({
  page,
}) => {
  const place = { latitude: 40.72, longitude: -73.9 }
  const find = await openMapOf(page, [place])
  await test.step('one provider', async () => {
    await expect(markers(page)).toHaveCount(1)
    await expect
      .poll(() => apart(center(page), markers(page).first()))
      .toBeCloseTo(pixelsBetween(timesSquare, place, 10), 0)
  })
  await test.step('two providers close to each other', async () => {
    const next = { ...timesSquare, longitude: timesSquare.longitude + 0.0004 }
    await find([timesSquare, next])
    await expect(markers(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled()
    await clusters(page).first().press('Enter')
    await expect(markers(page)).toHaveCount(2)
    await expect
      .poll(() => apart(markers(page).first(), markers(page).last()))
      .toBeCloseTo(pixelsBetween(timesSquare, next, 18), 0)
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
  })
  await test.step('providers that share one address', async () => {
    await find(Array<Point>(3).fill({ latitude: 40.75, longitude: -73.99 }))
    await expect(markers(page)).toHaveCount(1)
    await clusters(page).first().press('Enter')
    await expect(popup(page)).toHaveAccessibleName('3 providers at this address')
    await expectAccessible(page)
    const second = popup(page).getByRole('listitem').nth(1).getByRole('button')
    await second.press('Enter')
    await expect(popup(page)).toHaveCount(0)
    await expect(cards(page).nth(1).getByRole('button', { name: 'Show on map' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(clusters(page).first()).toBeFocused()
  })
  await test.step('providers on both sides of the date line', async () => {
    const dateLine = { latitude: -16.8, longitude: 179.9 }
    await find([dateLine, { ...dateLine, longitude: -179.9 }])
    await expect(markers(page)).toHaveCount(2)
    for (const marker of await markers(page).all()) await expect(marker).toBeInViewport({ ratio: 1 })
    expect(await apart(markers(page).first(), markers(page).last())).toBeGreaterThan(400)
  })
})

test('the list of an address fits on the map, wherever it is', async ({ page }) => {
  const corners = [
    { latitude: 40.7, longitude: -74.1 },
    { latitude: 40.72, longitude: -74.02 },
    { latitude: 40.8, longitude: -73.95 },
    { latitude: 40.85, longitude: -73.8 },
  ].flatMap((place) => [place, place])
  const find = await mockPlaces(page)
  find(corners)
  for (const size of [sizes.desktop, sizes.phone, { width: 320, height: 640 }])
    await test.step(`at ${size.width} px`, async () => {
      await page.setViewportSize(size)
      await page.goto(onMap)
      await expect(markers(page)).toHaveCount(4)
      for (const marker of await markers(page).all()) {
        await marker.press('Enter')
        await expect.poll(() => overhangOf(page)).toBe(0)
        await page.keyboard.press('Escape')
        await expect(popup(page)).toHaveCount(0)
      }
    })
})

/** How far the popup extends past the edge of the map, in pixels. */
async function overhangOf(page: Page) {
  const [rim, box] = await Promise.all([map(page).boundingBox(), popup(page).boundingBox()])
  if (!rim || !box) return Number.NaN
  const right = box.x + box.width - (rim.x + rim.width)
  const bottom = box.y + box.height - (rim.y + rim.height)
  return Math.max(rim.x - box.x, right, rim.y - box.y, bottom, 0)
}
