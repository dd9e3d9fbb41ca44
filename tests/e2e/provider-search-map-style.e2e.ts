import type { Page } from '@playwright/test'
import { mapBrowser } from './browser.ts'
import { expect, test } from './portal-test.ts'
import {
  center,
  map,
  markers,
  mockPlaces,
  onMap,
  pinnedAt,
  pixelsBetween,
  timesSquare,
} from './results-on-map.ts'

test.use({ initialData: 'demo', launchOptions: mapBrowser })
test.use({
  settings: { MAP_STYLE_URL: 'https://tiles.example.com/style.json', MAP_HOSTS: 'data.example.com' },
})
test.use({ expectedMessages: [/GPU stall/] })

const style = {
  version: 8,
  sources: {
    streets: { type: 'geojson', data: 'https://data.example.com/streets.json', attribution: 'Streets Inc.' },
  },
  layers: [{ id: 'streets', type: 'line', source: 'streets' }],
}
const streets = { type: 'FeatureCollection', features: [] }

test('the map draws the search range around its center, and a configured style replaces the built-in one', async ({
  page,
}) => {
  const headers = { 'access-control-allow-origin': '*' }
  const ours: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/map/')) ours.push(request.url())
  })
  await page.route('https://tiles.example.com/**', (route) => route.fulfill({ json: style, headers }))
  await page.route('https://data.example.com/**', (route) => route.fulfill({ json: streets, headers }))
  const data = page.waitForResponse('https://data.example.com/streets.json')
  const find = await mockPlaces(page)
  find([timesSquare])
  await page.goto(onMap.replace('range=50', 'range=5'))
  await data
  await expect(markers(page).first()).toBeVisible()
  await expect(page.getByText('Streets Inc.')).toBeVisible()
  expect(ours).toEqual([])

  await expect(markers(page)).toHaveCount(1)
  const north = { ...timesSquare, latitude: timesSquare.latitude + (5 * 1.60934) / 111.195 }
  const radius = pixelsBetween(timesSquare, north, 10)
  await expect.poll(() => inkOnCircle(page, radius)).toBeGreaterThan(0.4)
  expect(await inkOnCircle(page, radius * 0.8)).toBeLessThan(0.2)
  expect(await inkOnCircle(page, radius * 1.2)).toBeLessThan(0.2)
})

/** Share of a circle around the search center that is drawn in the range color. */
async function inkOnCircle(page: Page, radius: number): Promise<number> {
  const picture = (await map(page).screenshot()).toString('base64')
  const middle = await pinnedAt(center(page))
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
