import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import {
  aPin,
  cards,
  clusters,
  crowded,
  map,
  markers,
  onMap,
  popup,
  providersOn,
  table,
} from './results-on-map.ts'

test.use({ initialData: 'demo' })
test.beforeEach(({ page }) => openMapWithoutDrawing(page))

test('results open as a list, and a chosen map view survives a reload and a new search', async ({ page }) => {
  const mapCode: string[] = []
  page.on('request', (request) => {
    if (/provider-map|maplibre/.test(request.url())) mapCode.push(request.url())
  })
  await page.goto(crowded)
  await expect(table(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'List View' })).toBeChecked()
  expect(mapCode).toEqual([])

  await page.getByText('Map View').click()
  await expect(map(page)).toBeVisible()
  await expect(table(page)).toHaveCount(0)
  await expect(page).toHaveURL(/view=map/)
  await page.reload()
  await expect(map(page)).toBeVisible()

  await page.getByLabel('ZIP code').fill('10002')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/zip=10002.*view=map/)
  await expect(map(page)).toBeVisible()
  await page.getByText('List View').click()
  await expect(table(page)).toBeVisible()
  await expect(page).not.toHaveURL(/view=/)
})

test('the map is 600 px high and shows the page’s providers, the search center and attribution', async ({
  page,
}) => {
  await page.goto(onMap)
  await expect(markers(page).first()).toBeVisible()
  expect((await map(page).boundingBox())?.height).toBeCloseTo(600, -1)
  await expect.poll(() => providersOn(page)).toBe(10)
  for (const marker of await markers(page).all()) await expect(marker).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: 'Search center' })).toBeAttached()
  for (const name of ['GSHHG', 'GeoNames', 'Natural Earth', 'U.S. Census Bureau'])
    await expect(page.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
})

test('a marker names its provider and distance and opens a popup with directions', async ({ page }) => {
  await page.goto(onMap)
  const pin = await aPin(page)
  await expect(pin).toHaveAccessibleName(/, \d+\.\d\d mi$/)
  const name = ((await pin.getAttribute('aria-label')) ?? '').replace(/, [\d.]+ mi$/, '')
  await pin.click()
  await expect(popup(page)).toHaveAccessibleName(name)
  await expect(popup(page)).toBeFocused()
  await expect(popup(page)).toContainText(/\d+\.\d\d mi/)
  await expect(popup(page)).toContainText(/NY|NJ|CT/)
  await expect(popup(page).getByRole('link').first()).toHaveAttribute('href', /^tel:\+?\d+$/)
  const directions = popup(page).getByRole('link', { name: 'Directions' })
  await expect(directions).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=/,
  )
  await expect(directions).toHaveAttribute('rel', /noopener/)
  await expect(popup(page).getByRole('button', { name: /feedback/i })).toBeVisible()
  await expectAccessible(page)

  await popup(page)
    .getByRole('checkbox', { name: `Select ${name}` })
    .check()
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await popup(page).getByRole('button', { name: 'Close' }).click()
  await expect(popup(page)).toHaveCount(0)
})

test('keyboard users move through markers, into a popup and back', async ({ page }) => {
  await page.goto(onMap)
  await expect(markers(page).first()).toBeVisible()
  const pin = await aPin(page)
  await map(page).focus()
  await page.keyboard.press('Tab')
  await expect(markers(page).first()).toBeFocused()
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(popup(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(popup(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(pin).toBeFocused()
})

test('a cluster expands into its providers and keeps focus', async ({ page }) => {
  await page.goto(onMap)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect.poll(() => providersOn(page)).toBe(50)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const cluster = clusters(page).first()
  const before = await cluster.getAttribute('aria-label')
  const id = await cluster.getAttribute('id')
  const opened = page.locator(`[id="${id}"]`)
  await opened.press('Enter')
  await expect(opened).not.toHaveAttribute('aria-label', before ?? '')
  await expect(opened).toBeFocused()
})

test('a popup lists providers that share one address', async ({ page }) => {
  await page.route('/api/providers', async (route) => {
    const response = await route.fetch()
    const { results } = await response.json()
    const together = results
      .slice(0, 3)
      .map((each: object) => ({ ...each, latitude: 40.75, longitude: -73.99 }))
    await route.fulfill({ response, json: { results: together } })
  })
  await page.goto(onMap)
  await clusters(page).first().press('Enter')
  await expect(popup(page)).toHaveAccessibleName('3 providers at this address')
  await expectAccessible(page)
  const second = popup(page).getByRole('listitem').nth(1).getByRole('button')
  const name = await second.textContent()
  await second.press('Enter')
  await expect(popup(page)).toHaveAccessibleName(name ?? '')
  await page.keyboard.press('Escape')
  await expect(clusters(page).first()).toBeFocused()
})

test('a row links to its marker and the marker back to its row', async ({ page }) => {
  await page.goto(crowded)
  const row = table(page).locator('tbody tr').nth(3)
  const name = await row.locator('td').nth(1).locator('span').first().textContent()
  await row.getByRole('button', { name: `Show on map: ${name}` }).click()
  await expect(popup(page)).toHaveAccessibleName(name ?? '')
  await expect(popup(page)).toBeFocused()
  await popup(page).getByRole('button', { name: 'Show in list' }).click()
  await expect(row.getByRole('button', { name: `Show on map: ${name}` })).toBeFocused()
  await expect(row.locator('[data-column="name"]')).toBeInViewport({ ratio: 1 })
})

test('the map pager shows two pages at each end and five around the current one', async ({ page }) => {
  await page.goto(onMap)
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  const numbers = () =>
    pages.getByRole('button').evaluateAll((all) => all.map((each) => each.textContent).filter(Boolean))
  await pages.getByRole('button', { name: '7', exact: true }).click()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('91–100 of 250')).toBeVisible()
  expect(await numbers()).toEqual(['1', '2', '8', '9', '10', '11', '12', '24', '25'])
  await expect.poll(() => providersOn(page)).toBe(10)
})

test('a phone shows the map first with provider cards below it in the same order', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(crowded)
  await expect(page.getByText('Map View')).toHaveCount(0)
  await expect(cards(page)).toHaveCount(10)
  await expect(markers(page).first()).toBeVisible()
  await expect.poll(() => providersOn(page)).toBe(10)
  const [mapBox, cardBox] = [await map(page).boundingBox(), await cards(page).first().boundingBox()]
  expect(cardBox?.y).toBeGreaterThan((mapBox?.y ?? 0) + 599)
  await expectToFit(page)
  await expectAccessible(page)

  const name = await cards(page).nth(2).getByRole('heading').locator('span').first().textContent()
  await cards(page).nth(2).getByRole('button', { name: 'Show on map' }).click()
  await expect(popup(page)).toHaveAccessibleName(name ?? '')
  await expect(popup(page)).toBeInViewport({ ratio: 1 })
  await expectToFit(page)
  await expectAccessible(page)
  await popup(page).getByRole('button', { name: 'Show in list' }).click()
  await expect(cards(page).nth(2).getByRole('button', { name: 'Show on map' })).toBeFocused()
})

test('the map skips animations when reduced motion is preferred', async ({ page }) => {
  await page.goto(onMap)
  await expect(markers(page).first()).toBeVisible()
  const place = await page.evaluate(() => {
    const container = document.querySelector('canvas')?.parentElement
    const [first] = container?.querySelectorAll('button') ?? []
    const before = first?.parentElement?.style.transform
    document.querySelector<HTMLButtonElement>('[aria-label="Zoom in"]')?.click()
    return { before, after: first?.parentElement?.style.transform }
  })
  expect(place.after).not.toBe(place.before)
})

test('on a phone, markers never cover clusters, and zoom buttons keep their icons in forced colors', async ({
  page,
}) => {
  await page.setViewportSize(sizes.phone)
  await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000')
  await expect(markers(page).first()).toBeVisible()
  await expect(clusters(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const name of ['in', 'out']) {
    const icon = page.locator(`.maplibregl-ctrl-zoom-${name} .maplibregl-ctrl-icon`)
    const { mask, ground, around } = await icon.evaluate((element) => ({
      mask: getComputedStyle(element).maskImage,
      ground: getComputedStyle(element).backgroundColor,
      around: getComputedStyle(element.parentElement ?? element).backgroundColor,
    }))
    expect(mask).toContain('url(')
    expect(ground).not.toBe(around)
  }
  const numbers = page.getByRole('navigation', { name: 'Pages of results' }).getByRole('button')
  const groundOf = (name: string) =>
    numbers.getByText(name, { exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await groundOf('1')).not.toBe(await groundOf('2'))
})
