import type { Page } from '@playwright/test'
import { expect, sizes, test } from './portal-test.ts'

test.use({ beginning: 'demonstration' })

for (const [name, size] of Object.entries(sizes)) {
  test(`a search can be read before its code is there, and nothing moves when it comes (${name})`, async ({
    page,
  }) => {
    const places = () =>
      page
        .locator('h1, .written > *')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*.js', (route) => held.then(() => route.continue()))
    await page.setViewportSize(size)
    await contentComesAtOnce(page, '/domestic-provider-search')
    await page.goto('/domestic-provider-search', { waitUntil: 'commit' })
    await expect(page.locator('.written > :last-child')).toBeVisible()
    await expect.poll(() => stylesAreThere(page)).toBe(true)
    const early = await places()
    release()
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    expect(await places()).toEqual(early)
  })
}

test('all of the pages’ code for a first visit stays under 250 KB as it travels', async ({ page }) => {
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

/** Nothing is painted before the page's styles are there, but it could be measured. */
function stylesAreThere(page: Page) {
  return page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet !== null))
}

/** A portal that has just started, on a busy machine, may leave the content out rather than let people wait. */
async function contentComesAtOnce(page: Page, address: string) {
  await expect.poll(async () => (await page.request.get(address)).text()).toContain('class="written"')
}
