import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, test } from './portal-test.ts'
import { expectAccount, openClient, signIn } from './staff.ts'

// Staff of a client get no configuration of another one.
test.use({ initialData: 'demo', expectedMessages: [/status of 404/] })

const video = '/videos/welcome-to-your-portal.webm'

test('staff of a client have a home page with its video, and a dedicated team', async ({
  page,
  context,
  request,
}) => {
  await signIn(page, 'alpine')
  await test.step('the home page shows the welcome, the video and the content of the client', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
    ).toBeVisible()
    const film = page.locator('video')
    await expect(film).toHaveAttribute('src', video)
    await expect(film).toHaveAttribute('aria-label', 'Video: Alpine Travel Insurance')
    await expect.poll(() => film.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBe(1280)
    await expect(page.getByRole('heading', { level: 2, name: 'What’s new' })).toBeVisible()
    await expectGoodOnAllScreens(page)
    const { width = 0, height = 0 } = (await film.boundingBox()) ?? {}
    expect(width).toBeLessThanOrEqual(360)
    expect(width / height).toBeCloseTo(16 / 9, 1)
    await page.getByRole('button', { name: 'Play video: Alpine Travel Insurance' }).press('Enter')
    await expect.poll(() => film.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0)
    await expect(film).toBeFocused()
  })
  await test.step('the video can start at any position', async () => {
    expect((await page.locator('video').evaluate(startAtSix)).map(Math.round)).toEqual([8, 6])
    const part = await request.get(video, { headers: { range: 'bytes=1000-1099' } })
    expect(part.status()).toBe(206)
    expect((await part.body()).length).toBe(100)
    const missing = await request.get('/videos/none.webm')
    expect(missing.status()).toBe(404)
    expect(missing.headers()['content-type']).toContain('application/problem+json')
  })
  await test.step('the dedicated team page shows names, pictures and contacts', async () => {
    await page.getByRole('link', { name: 'CONTACT' }).click()
    await expectTeamOfAlpine(page)
    await expectGoodOnAllScreens(page)
  })
  await test.step('a tab of client staff follows a changed client', async () => {
    const other = await context.newPage()
    await other.goto('/account-management')
    const changed = '{"id":"lagoon","label":"Lagoon Assistance"}'
    await other.evaluate((text) => localStorage.setItem('currentClient', text), changed)
    await expect(page).toHaveURL('/home')
    await expect(other).toHaveURL('/account-management')
  })
})

/** Starts a video at six seconds. Returns its length and its position. */
async function startAtSix(film: SVGElement | HTMLElement) {
  const player = film as HTMLVideoElement
  player.pause()
  player.currentTime = 6
  await new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
  return [player.duration, player.currentTime]
}

async function expectTeamOfAlpine(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Dedicated Team' })).toBeVisible()
  const ada = page.getByRole('listitem').filter({ hasText: 'Ada Sampleton' })
  await expect(ada).toContainText('Senior Account Manager')
  await expect(ada.getByRole('link', { name: 'ada.sampleton@example.com' })).toHaveAttribute(
    'href',
    'mailto:ada.sampleton@example.com',
  )
  await expect(ada.getByRole('link', { name: '(305) 555-0121' })).toHaveAttribute('href', 'tel:3055550121')
  const picture = ada.getByRole('img', { name: 'Ada Sampleton' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

test('staff of a client with few features have only its pages', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await signIn(page, 'lagoon')
  await test.step('the header shows the person, the client and its links', async () => {
    await expect(page.getByRole('banner')).toContainText('You are logged in as: Lara Lagoon')
    await expect(page.getByRole('banner')).toContainText('ClientName: Lagoon Health Plan')
    for (const absent of ['Current Activity', 'Reports', 'Authorizations', 'Select client'])
      await expect(menu.getByRole('link', { name: absent })).toHaveCount(0)
  })
  await test.step('a single provider search is a plain link', async () => {
    const link = menu.getByRole('link', { name: 'Provider Search' })
    await expect(link).toHaveAttribute('href', '/international-provider-search')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(menu.getByRole('button')).toHaveCount(0)
  })
  await test.step('a manager without a picture gets an icon', async () => {
    await menu.getByRole('link', { name: 'CONTACT' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Lena Mockbury' })
    await expect(card).toBeVisible()
    await expect(card.getByRole('img')).toHaveCount(0)
    await expect(card.locator('svg')).toBeVisible()
  })
  await test.step('staff of a client have no client selector', async () => {
    await page.goto('/client-selector')
    await expect(page).toHaveURL('/home')
  })
  await test.step('staff without the secure search are redirected home without a rejected request', async () => {
    await page.goto('/domestic-secure-provider-search')
    await expect(page).toHaveURL('/home')
  })
})

test('internal staff choose a client in the selector', async ({ page }) => {
  await signIn(page, 'internal')
  const main = page.getByRole('main')
  const recent = main.locator('section', { hasText: 'Recently visited clients' }).getByRole('button')
  await test.step('every page redirects internal staff to the selector until they choose a client', async () => {
    for (const path of ['/home', '/account-management']) {
      await page.goto(path)
      await expect(page).toHaveURL('/client-selector')
    }
    await expectAccount(page, 'You are logged in as: Ines Harbor')
    await expect(page.getByText('Viewing Client')).toHaveCount(0)
    await expect(recent).toHaveCount(0)
  })
  await test.step('the client selector lists provider searches that open in new tabs', async () => {
    const searches = main.locator('section', { hasText: 'Provider searches' }).getByRole('link')
    await expect(searches).toHaveText([
      /^Domestic Provider Search/,
      /^Local Provider Search/,
      /^International Provider Search/,
      /^Sagicor/i,
      /^Sagicor Jamaica/i,
      /^Aetna/,
      /^Aetna International/,
      /^First Health/,
      /^UHC/,
    ])
    for (const link of await searches.all()) await expect(link).toHaveAttribute('target', '_blank')
  })
  await test.step('a client is found and opened by keyboard in the list of all clients', async () => {
    const clients = page.getByRole('region', { name: 'All clients' })
    await expect(clients.getByRole('button').first()).toHaveText(
      /^Alpine Travel Insurance[1-9]\d* pendingOldest: \d+ days$/,
    )
    await expectGoodOnAllScreens(page)
    await clients.getByRole('textbox', { name: 'Find a client' }).focus()
    await page.keyboard.type('lagoon')
    await expect(clients.getByRole('button')).toHaveText(['Lagoon Health Plan'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
  })
  await test.step('each recent client is listed once, newest first, and can be reopened', async () => {
    const selectClient = page.getByRole('link', { name: 'Select client' })
    await selectClient.click()
    await openClient(page, 'Alpine Travel Insurance')
    await selectClient.click()
    await expect(recent).toHaveText(['Alpine Travel Insurance', 'Lagoon Health Plan'])
    await recent.filter({ hasText: 'Lagoon Health Plan' }).click()
    await expect(page).toHaveURL('/home')
    await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Provider Search' })).toBeVisible()
    await selectClient.click()
    await expect(recent).toHaveText(['Lagoon Health Plan', 'Alpine Travel Insurance'])
  })
})
