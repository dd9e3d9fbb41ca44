import { mapBrowser } from './browser.ts'
import { expect, test } from './portal-test.ts'
import { markers, onMap } from './results-on-map.ts'

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

test('a configured map style replaces the built-in one', async ({ page }) => {
  const headers = { 'access-control-allow-origin': '*' }
  const ours: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/map/')) ours.push(request.url())
  })
  await page.route('https://tiles.example.com/**', (route) => route.fulfill({ json: style, headers }))
  await page.route('https://data.example.com/**', (route) => route.fulfill({ json: streets, headers }))
  const data = page.waitForResponse('https://data.example.com/streets.json')
  await page.goto(onMap)
  await data
  await expect(markers(page).first()).toBeVisible()
  await expect(page.getByText('Streets Inc.')).toBeVisible()
  expect(ours).toEqual([])
})
