import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const cookieBanner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

const plainPages = [
  ['/', 'Welcome to Harborline Assistance', checkStartPage],
  ['/no-data', 'No Report Data Found', async () => {}],
  ['/error', 'An error has occured', checkFooter],
  ['/cookies', 'Cookies and settings', async () => {}],
  ['/credits', 'Credits', async () => {}],
  ['/developers', 'For developers', async () => {}],
] as const

test('every public page fits every screen and is accessible', async ({ page }) => {
  for (const [path, heading, check] of plainPages)
    await test.step(`${path} shows "${heading}" to everyone on every screen size`, async () => {
      await page.goto(path)
      for (const size of [{ width: 320, height: 640 }, sizes.phone, sizes.desktop]) {
        await page.setViewportSize(size)
        await expect(title(page, heading)).toBeVisible()
        await expect(page).toHaveTitle(/ · Harborline Assistance$/)
        await expect(() => expectToFit(page)).toPass()
      }
      if (path === '/developers') await page.getByLabel('Find an endpoint').fill('session') // All endpoints look alike.
      await expectAccessible(page)
      await check(page)
    })
})

async function checkStartPage(page: Page) {
  await test.step('the 24/7 phone number is in the header and large on the start page', async () => {
    for (const role of ['banner', 'main'] as const)
      await expect(page.getByRole(role).getByRole('link', { name: '(212) 555-0100' })).toHaveAttribute(
        'href',
        'tel:2125550100',
      )
  })
  await test.step('the start page leads to both provider searches and to customer service', async () => {
    for (const [name, path] of [
      ['Domestic Provider Search', '/domestic-provider-search'],
      ['International Provider Search', '/international-provider-search'],
    ] as const)
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path)
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: '24/7/365 Customer Service' }),
    ).toHaveAttribute('href', 'mailto:service@example.com')
  })
  await test.step('the cookie banner disappears after consent', async () => {
    await expect(cookieBanner(page)).toBeVisible()
    await cookieBanner(page).getByRole('button', { name: 'Agree' }).click()
    await expect(cookieBanner(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(cookieBanner(page)).toHaveCount(0)
  })
}

async function checkFooter(page: Page) {
  const footer = page.getByRole('contentinfo')
  await test.step('the footer shows the company, its address and its contacts', async () => {
    await expect(footer).toContainText('Harborline Assistance')
    await expect(footer).toContainText('1 Example Way, Springfield, MA 01103')
    await expect(footer.getByRole('link', { name: '(212) 555-0100' })).toHaveAttribute(
      'href',
      'tel:2125550100',
    )
    await expect(footer.getByRole('navigation', { name: 'Follow us' }).getByRole('link')).toHaveText([
      'LinkedIn',
      'YouTube',
    ])
  })
  await test.step('every footer link has a target', async () => {
    const links = await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.length).toBeGreaterThan(4)
    // The server answers 404 for a path without a page.
    for (const link of links.filter((href) => href.startsWith('/')))
      expect((await page.request.get(link)).status(), link).toBe(200)
  })
}

test.describe('an unknown URL', () => {
  test.use({ expectedMessages: [/status of 404/] })

  test('returns 404 with the not-found page', async ({ page }) => {
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(new URL(answer.url()).pathname)
    })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/no-such-provider-search', '/nowhere/at/all']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.locator('.first-paint')).toHaveCount(0)
      await expect(title(page, 'Page not found')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(refused.splice(0), 'nothing is asked of a page that is none').toEqual([path])
    }
    expect((await page.getByRole('banner').boundingBox())?.height, 'the header is one row').toBeLessThan(70)
    const service = page.getByRole('region', { name: '24/7/365 Customer Service' })
    expect((await service.getByRole('link', { name: '(212)' }).boundingBox())?.height).toBeLessThan(30)
    await expect(service.getByRole('link', { name: 'service@example.com' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
    const answer = await page.request.get('/api/nothing')
    expect(answer.status(), 'an unknown API path is no page').toBe(404)
    expect(answer.headers()['content-type']).toContain('application/problem+json')
  })
})

test.describe('when a request fails', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('the error stays at the top right until closed or replaced', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.route('/api/openapi.json', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/developers')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Error')
    await expect(notice).toContainText('An error occurred retrieving the endpoints')
    await expect(notice).toBeInViewport({ ratio: 1 })
    const place = await notice.boundingBox()
    expect(place && place.x + place.width).toBeGreaterThan(sizes.desktop.width - 40)
    expect(place?.y).toBeLessThan(40)
    await expectAccessible(page)

    const first = await notice.elementHandle()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(notice).toHaveCount(1)

    await page.getByRole('link', { name: 'Harborline Assistance' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
    await expect(notice).toHaveCount(1)
    await notice.getByRole('button', { name: 'Close error' }).click()
    await expect(notice).toHaveCount(0)
    await page.unroute('/api/openapi.json')
    await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click()
    await test.step('the go-to-top button appears after 400 px and scrolls to the top', () =>
      checkToTop(page))
  })
})

async function checkToTop(page: Page) {
  await expect(page.getByRole('heading', { level: 2 }).nth(4)).toBeVisible()
  const toTop = page.getByRole('button', { name: 'Go to top' })
  await page.evaluate(() => scrollTo(0, 400))
  await expect(toTop).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 401))
  await toTop.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(toTop).toHaveCount(0)
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 1000))
    await expect(toTop).toBeVisible()
    expect(await toTop.evaluate(coversText), `at ${size.width} pixels`).toBe(false)
  }
}

/** Whether a button is outside both the page margin and its own bar. */
function coversText(button: Element) {
  const margin = document.querySelector('main article')?.getBoundingClientRect().right ?? 0
  const isInMargin = button.getBoundingClientRect().left >= margin
  return !isInMargin && button.parentElement?.clientWidth !== document.documentElement.clientWidth
}

test('keyboard users can skip the header, see the focus and keep it across pages', async ({ page }) => {
  await page.addInitScript(() => {
    const old = { unregister: async () => document.documentElement.setAttribute('data-test', 'unregistered') }
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistrations: async () => [old] } })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await test.step('a leftover service worker of an earlier portal is unregistered', () =>
    expect(page.locator('html')).toHaveAttribute('data-test', 'unregistered'))
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'In the U.S.' })).toBeFocused()
  const credits = page.getByRole('link', { name: 'Credits' })
  await credits.focus()
  expect(await credits.evaluate((link) => getComputedStyle(link).outlineWidth)).toBe('3px')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Credits')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await test.step('a printout shows only the page content', async () => {
    await page.emulateMedia({ media: 'print' })
    for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden()
    await expect(cookieBanner(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeVisible()
    await page.emulateMedia({ media: null })
  })
  await test.step('colors follow the system, can be switched and are remembered', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await ground()).not.toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Switch to light colors' }).click()
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Switch to dark colors' })).toBeVisible()
    expect(await ground()).toBe('rgb(255, 255, 255)')
  })
})
