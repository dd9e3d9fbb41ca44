import type { Locator, Page } from '@playwright/test'
import { expect } from './portal-test.ts'

/** The demo providers around New York, more than a search returns. */
export const crowded = '/domestic-provider-search?zip=10001&type=0000000000&range=50'
export const onMap = `${crowded}&view=map`

export const table = (page: Page) => page.getByRole('table', { name: 'Results' })
export const map = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
export const markers = (page: Page) => map(page).locator('..').getByRole('button')
const pins = (page: Page) =>
  map(page)
    .locator('..')
    .getByRole('button', { name: /^\d+\. / })
export const clusters = (page: Page) =>
  map(page)
    .locator('..')
    .getByRole('button', { name: /^\d+ providers: / })
export const popup = (page: Page) => page.getByRole('dialog')
export const cards = (page: Page) =>
  page
    .getByRole('region', { name: 'Results', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

/** The number of providers in all markers. */
export async function providersOn(page: Page) {
  const names = await markers(page).evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? ''),
  )
  return names.reduce((sum, name) => sum + Number(/^(\d+) providers/.exec(name)?.[1] ?? 1), 0)
}

/** Expands clusters until the marker of a single provider is visible. */
export async function aPin(page: Page) {
  await expect(markers(page).first()).toBeVisible()
  for (let left = 8; left > 0 && (await pins(page).count()) === 0; left -= 1) {
    const before = await markers(page).count()
    await clusters(page).first().press('Enter')
    await expect.poll(() => markers(page).count()).not.toBe(before)
  }
  return pins(page).first()
}

export type Point = { latitude: number; longitude: number }

export const timesSquare = { latitude: 40.758, longitude: -73.9855 }

/** Mocks the center of every search from now on. Returns a function that sets the places of the results. */
export async function mockPlaces(page: Page) {
  let places: Point[] = []
  await page.route('/api/_gc', (route) =>
    route.fulfill({ json: { ...timesSquare, precision: 'zip', label: '10001' } }),
  )
  await page.route('/api/providers', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const moved = places.map((place, at) => ({ ...results[at], ...place }))
    await route.fulfill({ response, json: { results: moved } })
  })
  return (next: Point[]) => {
    places = next
  }
}

export const center = (page: Page) => page.getByRole('img', { name: 'Search center' })

/** Returns the pixel position of a marker on the map. */
export const pinnedAt = (marker: Locator) =>
  marker.evaluate((element) => {
    const { e: x, f: y } = new DOMMatrix((element.parentElement as HTMLElement).style.transform)
    return { x, y }
  })

/** Returns the distance between two places at this zoom, in pixels (Web Mercator, 512 px tiles). */
export function pixelsBetween(one: Point, other: Point, zoom: number) {
  const scale = 512 * 2 ** zoom
  const north = ({ latitude }: Point) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
  return Math.hypot(((one.longitude - other.longitude) / 360) * scale, (north(one) - north(other)) * scale)
}
