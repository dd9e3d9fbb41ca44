import type { Locator, Page } from '@playwright/test'
import { expect, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', searchForm: 'quick' })

for (const [screen, chosen, system, path] of [
  ['desktop', 'light', 'dark', '/domestic-provider-search'],
  ['phone', 'dark', 'light', '/domestic-provider-search'],
  ['phone', 'light', 'dark', '/international-provider-search'],
] as const) {
  test(`${path} is readable before styles and code load, without layout shift (${screen}, ${chosen})`, async ({
    page,
  }) => {
    const [styles, code] = [await hold(page, '**/*.css'), await hold(page, '**/*.js')]
    const pageCode = await hold(page, '**/search-page-*.js')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.addInitScript(recordFetches, chosen)
    await page.emulateMedia({ colorScheme: system })
    await page.setViewportSize(sizes[screen])
    await contentComesAtOnce(page, path)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('.written > :last-child')).toBeVisible()
    await expect(page.locator('link[rel="stylesheet"]')).not.toHaveCount(0)
    const early = await findPlaces(page)
    styles.release()
    await expect.poll(() => stylesAreThere(page)).toBe(true)
    expect(await findPlaces(page)).toEqual(early)
    const colors = await findColors(page.locator('.first-paint'))

    code.release()
    const needs = ['info', 'provider-search-detail'].map((call) => `/api/${call}${path}`)
    await test.step('a search page preloads its first data once, before its code loads', () =>
      expect(page.locator('html')).toHaveAttribute('data-fetched', ` ${needs.join(' ')}`))
    pageCode.release()
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    expect(await findPlaces(page)).toEqual(early)
    expect(asked.filter((path) => needs.includes(path)).sort()).toEqual(needs)
    await test.step('the color choice applies before the code loads, whatever the system prefers', async () =>
      expect(await findColors(page.locator('body'))).toEqual(colors))
    await test.step('the scripts loaded on a first visit stay under 250 KB compressed', async () => {
      await page.waitForLoadState('networkidle')
      const bytes = await page.evaluate(sumScriptBytes)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(250_000)
    })
  })
}

/** Chooses colors, and lists what the page fetches in an attribute. */
function recordFetches(scheme: string) {
  localStorage.setItem('colorScheme', scheme)
  const original = window.fetch
  window.fetch = (...wanted) => {
    document.documentElement.dataset.fetched = `${document.documentElement.dataset.fetched ?? ''} ${wanted[0]}`
    return original(...wanted)
  }
}

const findPlaces = (page: Page) =>
  page
    .locator('h1, .written > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))

const sumScriptBytes = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0)

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

const findColors = (part: Locator) =>
  part.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return { color, backgroundColor }
  })

/** A just-started portal on a busy machine may skip prerendering rather than delay the page. */
async function contentComesAtOnce(page: Page, address: string) {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain('class="written')
}
