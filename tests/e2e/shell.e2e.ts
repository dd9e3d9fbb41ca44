import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

const plainPages = [
  ['/', 'Welcome to Harborline Assistance'],
  ['/no-data', 'No Report Data Found'],
  ['/error', 'An error has occured'],
  ['/cookies', 'Cookies and settings'],
  ['/credits', 'Credits'],
  ['/developers', 'For developers'],
] as const

for (const [path, heading] of plainPages) {
  test(`${path} shows "${heading}" to everyone on every screen size`, async ({ page }) => {
    await page.goto(path)
    for (const size of [sizes.desktop, sizes.phone, { width: 320, height: 640 }]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(/ · Harborline Assistance$/)
      await expect(() => expectToFit(page)).toPass()
    }
    if (path === '/developers') await page.getByLabel('Find an endpoint').fill('session') // All endpoints look alike.
    await expectAccessible(page)
  })
}

test.describe('an unknown URL', () => {
  test.use({ expectedMessages: [/status of 404/] })

  for (const path of ['/no-such-provider-search', '/nowhere/at/all']) {
    test(`${path} returns 404 with the not-found page`, async ({ page }) => {
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(new URL(answer.url()).pathname)
      })
      await page.setViewportSize({ width: 320, height: 640 })
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(refused, 'nothing is asked of a page that is none').toEqual([path])
      expect((await page.getByRole('banner').boundingBox())?.height, 'the header is one row').toBeLessThan(70)
      const service = page.getByRole('region', { name: '24/7/365 Customer Service' })
      expect((await service.getByRole('link', { name: '(212)' }).boundingBox())?.height).toBeLessThan(30)
      await expect(service.getByRole('link', { name: 'service@example.com' })).toBeVisible()
      await expectToFit(page)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Go to the home page' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
    })
  }
})

test('content from administrators cannot run scripts, submit forms or embed pages', async ({ page }) => {
  const content = `<p id="name">Safe <a href="javascript:alert(1)">words</a></p>
    <form action="https://evil.example.com"><input name="password"></form>
    <iframe src="https://evil.example.com"></iframe><math><mtext></mtext></math>
    <img srcset="https://evil.example.com/a.png 2x"><table background="https://evil.example.com/b.png"><tbody></tbody></table>`
  await page.route('/api/provider-search-detail/*', (route) => route.fulfill({ json: { content } }))
  await page.goto('/domestic-provider-search')
  const written = page.getByRole('main').locator('.written', { hasText: 'Safe words' })
  await expect(written).toBeVisible()
  const dangerous = 'form, input, iframe, math, [href], [id], [srcset], [background]'
  await expect(written.locator(dangerous)).toHaveCount(0)
})

test('the landing page leads to both provider searches and to customer service', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Domestic Provider Search' })).toHaveAttribute(
    'href',
    '/domestic-provider-search',
  )
  await expect(main.getByRole('link', { name: 'International Provider Search' })).toHaveAttribute(
    'href',
    '/international-provider-search',
  )
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: '24/7/365 Customer Service' }),
  ).toHaveAttribute('href', 'mailto:service@example.com')
})

test('the footer shows the company, its address and its contacts', async ({ page }) => {
  await page.goto('/error')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Harborline Assistance')
  await expect(footer).toContainText('1 Example Way, Springfield, MA 01103')
  await expect(footer.getByRole('link', { name: '(212) 555-0100' })).toHaveAttribute('href', 'tel:2125550100')
  await expect(footer.getByRole('navigation', { name: 'Follow us' }).getByRole('link')).toHaveText([
    'LinkedIn',
    'YouTube',
  ])
})

test('every footer link has a target', async ({ page }) => {
  await page.goto('/error')
  const links = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(4)
  for (const link of links.filter((href) => href.startsWith('/'))) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Page not found')
  }
})

test.describe('when a request fails', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('the error stays at the top right until closed or replaced', async ({ page }) => {
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
  })
})

test('the cookie banner disappears after consent', async ({ page }) => {
  await page.goto('/')
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Agree' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('with large text on a phone, the cookie banner leaves room for the page and hides no focused element', async ({
  page,
}) => {
  await page.setViewportSize(sizes.phone)
  await page.goto('/client-member-page/login')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const banner = page.getByRole('region', { name: 'Cookies' })
  await expect(banner.getByRole('button', { name: 'Agree' })).toBeInViewport({ ratio: 1 })
  await expectToFit(page)
  const top = async () => (await banner.boundingBox())?.y ?? 0
  expect(await top()).toBeGreaterThan(sizes.phone.height / 2)
  const help = page.getByRole('main').getByRole('link').last()
  for (const field of [page.getByLabel('Username'), page.getByLabel('Password', { exact: true }), help]) {
    await field.focus()
    const { y = 0, height = 0 } = (await field.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(await top())
  }
})

test('the go-to-top button appears after 400 px and scrolls to the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/developers')
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
})

/** Whether a button is outside both the page margin and its own bar. */
function coversText(button: Element) {
  const margin = document.querySelector('main article')?.getBoundingClientRect().right ?? 0
  const isInMargin = button.getBoundingClientRect().left >= margin
  return !isInMargin && button.parentElement?.clientWidth !== document.documentElement.clientWidth
}

test('colors follow the system, can be switched and are remembered', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Switch to light colors' })).toBeVisible()
  expect(await ground()).not.toBe('rgb(255, 255, 255)')

  await page.getByRole('button', { name: 'Switch to light colors' }).click()
  await expect.poll(ground).toBe('rgb(255, 255, 255)')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to dark colors' })).toBeVisible()
  expect(await ground()).toBe('rgb(255, 255, 255)')
})

test('keyboard users can skip the header, see the focus and keep it across pages', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Portal Login' })).toBeFocused()
  await page.getByRole('link', { name: 'Credits' }).focus()
  const outline = await page
    .getByRole('link', { name: 'Credits' })
    .evaluate((link) => getComputedStyle(link).outlineWidth)
  expect(outline).toBe('3px')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a leftover service worker of an earlier portal is unregistered', async ({ page }) => {
  await page.addInitScript(() => {
    const old = { unregister: async () => document.documentElement.setAttribute('data-test', 'unregistered') }
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistrations: async () => [old] } })
  })
  await page.goto('/error')
  await expect(page.locator('html')).toHaveAttribute('data-test', 'unregistered')
})

test('a printout shows only the page content', async ({ page }) => {
  await page.goto('/credits')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
  await expect(page.getByRole('main')).toBeVisible()
})

test('an unknown API path returns problem details, not a page', async ({ page }) => {
  const answer = await page.request.get('/api/nothing')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
})
