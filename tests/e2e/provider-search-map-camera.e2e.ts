import type { Locator, Page } from '@playwright/test'
import { mapBrowser } from './browser.ts'
import { expect, sizes, test } from './portal-test.ts'
import { map, markers, onMap, popup } from './results-on-map.ts'

test.use({ initialData: 'demo', launchOptions: mapBrowser })
test.use({ expectedMessages: [/GPU stall due to ReadPixels/] })

type Point = { latitude: number; longitude: number }

const timesSquare = { latitude: 40.758, longitude: -73.9855 }

/** Mocks a search result at each of these places and the geocoder's center. */
async function findAt(page: Page, places: Point[], middle: Point = timesSquare) {
  await page.route('/api/_gc?*', (route) =>
    route.fulfill({ json: { ...middle, precision: 'zip', label: '10001' } }),
  )
  await page.route('/api/providers', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const moved = places.map((place, at) => ({ ...results[at], ...place }))
    await route.fulfill({ response, json: { results: moved } })
  })
}

/** Returns the pixel position of a marker on the map. */
const pinnedAt = (marker: Locator) =>
  marker.evaluate((element) => {
    const { e: x, f: y } = new DOMMatrix((element.parentElement as HTMLElement).style.transform)
    return { x, y }
  })

/** Returns the distance between two places at this zoom, in pixels (Web Mercator, 512 px tiles). */
function pixelsBetween(one: Point, other: Point, zoom: number) {
  const scale = 512 * 2 ** zoom
  const north = ({ latitude }: Point) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
  return Math.hypot(((one.longitude - other.longitude) / 360) * scale, (north(one) - north(other)) * scale)
}

async function apart(one: Locator, other: Locator) {
  const [from, to] = [await pinnedAt(one), await pinnedAt(other)]
  return Math.hypot(from.x - to.x, from.y - to.y)
}

const centre = (page: Page) => page.getByRole('img', { name: 'Search center' })

test('the map shows a single provider at zoom level 10', async ({ page }) => {
  const place = { latitude: 40.72, longitude: -73.9 }
  await findAt(page, [place])
  await page.goto(onMap)
  await expect(markers(page)).toHaveCount(1)
  await expect
    .poll(() => apart(centre(page), markers(page).first()))
    .toBeCloseTo(pixelsBetween(timesSquare, place, 10), 0)
})

test('the map never zooms in past level 18', async ({ page }) => {
  const next = { ...timesSquare, longitude: timesSquare.longitude + 0.0004 }
  await findAt(page, [timesSquare, next])
  await page.goto(onMap)
  await expect(markers(page)).toHaveCount(2)
  await expect
    .poll(() => apart(markers(page).first(), markers(page).last()))
    .toBeCloseTo(pixelsBetween(timesSquare, next, 18), 0)
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
})

test('the map shows providers on both sides of the date line next to each other', async ({ page }) => {
  const places = [
    { latitude: -16.8, longitude: 179.9 },
    { latitude: -16.8, longitude: -179.9 },
  ]
  await findAt(page, places)
  await page.goto(onMap)
  await expect(markers(page)).toHaveCount(2)
  for (const marker of await markers(page).all()) await expect(marker).toBeInViewport({ ratio: 1 })
  expect(await apart(markers(page).first(), markers(page).last())).toBeGreaterThan(400)
})

test('the map draws the search range around its center', async ({ page }) => {
  await findAt(page, [timesSquare])
  await page.goto(onMap.replace('range=50', 'range=5'))
  await expect(markers(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  const north = { ...timesSquare, latitude: timesSquare.latitude + (5 * 1.60934) / 111.195 }
  const radius = pixelsBetween(timesSquare, north, 10)
  await expect.poll(() => inkOnCircle(page, radius)).toBeGreaterThan(0.4)
  expect(await inkOnCircle(page, radius * 0.8)).toBeLessThan(0.2)
  expect(await inkOnCircle(page, radius * 1.2)).toBeLessThan(0.2)
})

/** Share of a circle around the search center that is drawn in the range color. */
async function inkOnCircle(page: Page, radius: number): Promise<number> {
  const picture = (await map(page).screenshot()).toString('base64')
  const middle = await pinnedAt(centre(page))
  const blank = await page.context().newPage()
  const share = await blank.evaluate(shareOfInk, { picture, middle, radius })
  await blank.close()
  return share
}

type Seen = { picture: string; middle: { x: number; y: number }; radius: number }

async function shareOfInk({ picture, middle, radius }: Seen): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!drawing) return 0
  drawing.drawImage(image, 0, 0)
  const isInk = (x: number, y: number) => {
    const { data } = drawing.getImageData(Math.round(x) - 3, Math.round(y) - 3, 7, 7)
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red < 110 && blue - red > 60 && blue > green) return true
    }
    return false
  }
  const angles = Array.from({ length: 180 }, (_, degree) => (degree * Math.PI) / 90)
  const inked = angles.filter((angle) =>
    isInk(middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle)),
  )
  return inked.length / angles.length
}

for (const [name, size] of Object.entries({ ...sizes, 'small phone': { width: 320, height: 640 } })) {
  test(`a popup fits on the map for every marker position (${name})`, async ({ page }) => {
    const corners = [
      { latitude: 40.7, longitude: -74.1 },
      { latitude: 40.72, longitude: -74.02 },
      { latitude: 40.8, longitude: -73.95 },
      { latitude: 40.85, longitude: -73.8 },
    ]
    await findAt(page, corners)
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
}

/** How far the popup extends past the edge of the map, in pixels. */
async function overhangOf(page: Page) {
  const [rim, box] = await Promise.all([map(page).boundingBox(), popup(page).boundingBox()])
  if (!rim || !box) return Number.NaN
  const right = box.x + box.width - (rim.x + rim.width)
  const bottom = box.y + box.height - (rim.y + rim.height)
  return Math.max(rim.x - box.x, right, rim.y - box.y, bottom, 0)
}
