import type { Locator } from '@playwright/test'
import { openMapWithoutDrawing } from './map-without-drawing.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { aPin, cards, clusters, crowded, map, markers, onMap, providersOn, table } from './results-on-map.ts'

/** The distance on a card. */
const distanceOf = async (card: Locator) => /[\d.]+ mi/.exec((await card.textContent()) ?? '')?.[0]

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

  await test.step('a row links to its marker and the marker to its card', async () => {
    const row = table(page).locator('tbody tr').nth(3)
    const name = await row.locator('td').nth(1).locator('span').first().textContent()
    await row.getByRole('button', { name: `Show on map: ${name}` }).click()
    const marker = markers(page).and(page.locator('[data-highlighted]'))
    await expect(marker).toBeFocused()
    await expect(marker).toHaveAccessibleName(`4. ${name}, ${await distanceOf(cards(page).nth(3))}`)
    await page.keyboard.press('Enter')
    await expect(
      cards(page)
        .nth(3)
        .getByRole('button', { name: `Show on map: ${name}` }),
    ).toBeFocused()
    await expect(cards(page).nth(3)).toHaveAttribute('data-highlighted', 'true')
    await expect(cards(page).nth(3)).toBeInViewport({ ratio: 1 })
    await page.goBack()
  })
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

test('the map is 600 px high next to the cards and shows the page’s providers, the search center and attribution', async ({
  page,
}) => {
  await page.goto(onMap)
  await expect(markers(page).first()).toBeVisible()
  const box = await map(page).boundingBox()
  expect(box?.height).toBeCloseTo(600, -1)
  const card = await cards(page).first().boundingBox()
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan(box?.x ?? 0)
  await expect.poll(() => providersOn(page)).toBe(10)
  await map(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
  for (const marker of await markers(page).all()) await expect(marker).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: 'Search center' })).toBeAttached()
  for (const name of ['GSHHG', 'GeoNames', 'Natural Earth', 'U.S. Census Bureau'])
    await expect(page.getByRole('link', { name })).toBeVisible()

  await test.step('zooming skips animations when reduced motion is preferred', async () => {
    const place = await page.evaluate(() => {
      const container = document.querySelector('canvas')?.parentElement
      const [first] = container?.querySelectorAll('button') ?? []
      const before = first?.parentElement?.style.transform
      document.querySelector<HTMLButtonElement>('[aria-label="Zoom in"]')?.click()
      return { before, after: first?.parentElement?.style.transform }
    })
    expect(place.after).not.toBe(place.before)
  })
  await test.step('the pager shows two pages at each end and five around the current one', async () => {
    const pages = page.getByRole('navigation', { name: 'Pages of results' })
    const numbers = () =>
      pages.getByRole('button').evaluateAll((all) => all.map((each) => each.textContent).filter(Boolean))
    await pages.getByRole('button', { name: '7', exact: true }).click()
    for (let next = 8; next <= 10; next += 1) await pages.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('91–100 of 250')).toBeVisible()
    expect(await numbers()).toEqual(['1', '2', '8', '9', '10', '11', '12', '24', '25'])
    await expect.poll(() => providersOn(page)).toBe(10)
  })
  await test.step('a cluster expands into its providers and keeps focus', async () => {
    await page.getByLabel('Rows per page').selectOption('50')
    await page.getByRole('button', { name: '1', exact: true }).click()
    await expect(page.getByText('1–50 of 250')).toBeVisible()
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
})

test('keyboard users select in the list and on the map, and the selection survives paging and sorting', async ({
  page,
}) => {
  await page.goto(crowded)
  const rows = table(page).locator('tbody tr')
  const chosen = await rows.nth(2).locator('[data-column="name"] > span').first().textContent()
  await rows.nth(2).getByRole('checkbox').check()
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await table(page).getByRole('columnheader', { name: 'Phone' }).getByRole('button').click()
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await page.getByText('Map View').click()
  const pin = await aPin(page)
  await expect(pin).toHaveAccessibleName(/^\d+\. .*, \d+\.\d\d mi$/)
  const [, number, name] = /^(\d+)\. (.*), /.exec((await pin.getAttribute('aria-label')) ?? '') ?? []
  const card = cards(page).nth((Number(number) - 1) % 10)
  await expect(card.getByRole('heading')).toContainText(`${number}. ${name}`)

  await test.step('a marker leads to its card, and the card to its marker', async () => {
    await map(page).focus()
    await page.keyboard.press('Tab')
    await expect(markers(page).first()).toBeFocused()
    await pin.focus()
    await expect(card).toHaveAttribute('data-highlighted', 'true')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'Show on map' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pin).toBeFocused()
    await card.getByRole('link', { name: 'Directions' }).hover()
    await expect(pin).toHaveAttribute('data-highlighted', 'true')
    await expectAccessible(page)
    await card.getByRole('checkbox').check()
    await expect(page.getByText('2 providers selected')).toBeVisible()
  })
  await test.step('the selection on all pages', async () => {
    await page.getByText('List View').click()
    await page.getByLabel('Rows per page').selectOption('50')
    const checked = table(page).locator('tbody').getByRole('checkbox', { checked: true })
    const names: (string | null)[] = []
    const pages = page.getByRole('navigation', { name: 'Pages of results' })
    for (const number of ['1', '2', '3', '4', '5']) {
      await pages.getByRole('button', { name: number, exact: true }).click()
      await expect(pages.locator('[aria-current="page"]')).toHaveText(number)
      for (const box of await checked.all()) names.push(await box.getAttribute('aria-label'))
    }
    expect(names.toSorted()).toEqual([`Select ${chosen}`, `Select ${name}`].toSorted())
  })
})

test('a phone shows the map first with provider cards below it in the same order', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(crowded)
  await expect(page.getByText('Map View')).toHaveCount(0)
  await expect(cards(page)).toHaveCount(10)
  await expect(markers(page).first()).toBeVisible()
  await expect.poll(() => providersOn(page)).toBe(10)
  const [mapBox, cardBox] = [await map(page).boundingBox(), await cards(page).first().boundingBox()]
  expect(mapBox?.height).toBeLessThan(300)
  expect(cardBox?.y).toBeGreaterThan((mapBox?.y ?? 0) + (mapBox?.height ?? 0))

  await test.step('a card and its marker link to each other', async () => {
    await cards(page).nth(2).getByRole('button', { name: 'Show on map' }).click()
    const marker = markers(page).and(page.locator('[data-highlighted]'))
    await expect(marker).toBeFocused()
    await expect(marker).toHaveAccessibleName(/^3\. /)
    await expect(marker).toBeInViewport({ ratio: 1 })
    await expectToFit(page)
    await expectAccessible(page)
    await marker.click()
    await expect(cards(page).nth(2).getByRole('button', { name: 'Show on map' })).toBeFocused()
    await expect(cards(page).nth(2)).toBeInViewport()
  })
  await test.step('the visible area is searched with the keyboard, and Back returns', async () => {
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    const searchArea = page.getByRole('button', { name: 'Search this area' })
    await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000&range=5')
    await expect(markers(page).first()).toBeVisible()
    await expect(searchArea).toHaveCount(0)
    await zoomOut.press('Enter')
    await expect(searchArea).toBeVisible()
    await zoomOut.press('Escape')
    await expect(searchArea).toHaveCount(0)
    await zoomOut.press('Enter')
    await expectAccessible(page)
    await searchArea.press('Enter')
    await expect(page).toHaveURL(/zip=33\d{3}/)
    await expect(page.getByText(/measured from the center of .*, FL 33\d{3}/)).toBeVisible()
    await page.goBack()
    await expect(page.getByText('measured from the center of Miami.')).toBeVisible()
  })
  await test.step('markers never cover clusters, and colors may be forced', async () => {
    await page.goto('/domestic-provider-search?state=FL&city=Miami&type=0000000000')
    await expect(markers(page).first()).toBeVisible()
    await expect(clusters(page).first()).toBeVisible()
    await expectToFit(page)
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
      numbers
        .getByText(name, { exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await groundOf('1')).not.toBe(await groundOf('2'))
  })
})
