import type { Locator, Page } from '@playwright/test'
import { expect, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

for (const [name, size] of Object.entries(sizes)) {
  test(`a search page is readable before styles and code load, without layout shift (${name})`, async ({
    page,
  }) => {
    const places = () =>
      page
        .locator('h1, .written > *')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
    const [styles, code] = [await hold(page, '**/*.css'), await hold(page, '**/*.js')]
    await page.setViewportSize(size)
    await contentComesAtOnce(page, '/domestic-provider-search')
    await page.goto('/domestic-provider-search', { waitUntil: 'commit' })
    await expect(page.locator('.written > :last-child')).toBeVisible()
    await expect(page.locator('link[rel="stylesheet"]')).not.toHaveCount(0)
    const early = await places()
    styles.release()
    await expect.poll(() => stylesAreThere(page)).toBe(true)
    expect(await places()).toEqual(early)
    code.release()
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    expect(await places()).toEqual(early)
  })
}

for (const chosen of ['light', 'dark'] as const) {
  test(`the ${chosen} color choice applies before the code loads, whatever the system prefers`, async ({
    page,
  }) => {
    const code = await hold(page, '**/*.js')
    await page.emulateMedia({ colorScheme: chosen === 'dark' ? 'light' : 'dark' })
    await page.addInitScript((scheme) => localStorage.setItem('colorScheme', scheme), chosen)
    await page.goto('/domestic-provider-search', { waitUntil: 'commit' })
    const early = await coloursOf(page.locator('.first-paint'))
    code.release()
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    expect(await coloursOf(page.locator('body'))).toEqual(early)
  })
}

test('a search page preloads its first data once, before its code loads', async ({ page }) => {
  const needs = ['info', 'provider-search-detail'].map((call) => `/api/${call}/domestic-provider-search`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const original = window.fetch
    window.fetch = (...wanted) => {
      document.documentElement.dataset.fetched = `${document.documentElement.dataset.fetched ?? ''} ${wanted[0]}`
      return original(...wanted)
    }
  })
  const code = await hold(page, '**/search-page-*.js')
  await page.goto('/domestic-provider-search', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-fetched', ` ${needs.join(' ')}`)
  code.release()
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await expect(page.locator('.written')).toBeVisible()
  expect(asked.filter((path) => needs.includes(path)).sort()).toEqual(needs)
})

test('the scripts loaded on a first visit stay under 250 KB compressed', async ({ page }) => {
  await page.goto('/domestic-provider-search', { waitUntil: 'networkidle' })
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(250_000)
})

/** Blocks these files until released. */
async function hold(page: Page, files: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(files, (route) => held.then(() => route.continue()))
  return { release }
}

function stylesAreThere(page: Page) {
  return page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet !== null))
}

const coloursOf = (part: Locator) =>
  part.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return { color, backgroundColor }
  })

/** A just-started portal on a busy machine may skip prerendering rather than delay the page. */
async function contentComesAtOnce(page: Page, address: string) {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain('class="written"')
}
