import { readFile, writeFile } from 'node:fs/promises'
import { expectGoodOnAllScreens, findByName, importCases, rows } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { expectAccount, logOut, openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo' })

test('the home page shows the welcome, the video and the content of the client', async ({ page }) => {
  await signIn(page, 'alpine')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
  ).toBeVisible()
  const video = page.locator('video')
  await expect(video).toHaveAttribute('src', '/videos/welcome-to-your-portal.webm')
  await expect(video).toHaveAttribute('aria-label', 'Video: Alpine Travel Insurance')
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 2, name: 'What’s new' })).toBeVisible()
  await expectGoodOnAllScreens(page)
  const { width = 0, height = 0 } = (await video.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(360)
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await page.getByRole('button', { name: 'Play video: Alpine Travel Insurance' }).press('Enter')
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0)
  await expect(video).toBeFocused()
})

test('the dedicated team page shows names, pictures and contacts', async ({ page }) => {
  await signIn(page, 'alpine', '/account-management')
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
  await expectGoodOnAllScreens(page)
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`internal staff can choose a client by keyboard alone (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'internal')
    await expect(page.getByRole('heading', { level: 1, name: 'Select client' })).toBeVisible()
    await expect(page.getByPlaceholder('--Select a client--')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Client' }).focus()
    await page.keyboard.type('TRAVEL')
    await expect(page.getByRole('option')).toHaveText(['Alpine Travel Insurance'])
    await expectAccessible(page)
    await expectToFit(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
    ).toBeVisible()
    await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
  })
}

test('a manager without a picture gets an icon', async ({ page }) => {
  await signIn(page, 'lagoon')
  await page.getByRole('link', { name: 'CONTACT' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Lena Mockbury' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('img')).toHaveCount(0)
  await expect(card.locator('svg')).toBeVisible()
})

test('every page redirects internal staff to the selector until they choose a client', async ({ page }) => {
  await signIn(page, 'internal')
  for (const path of ['/home', '/account-management']) {
    await page.goto(path)
    await expect(page).toHaveURL('/client-selector')
  }
  await expectAccount(page, 'You are logged in as: Ines Harbor')
  await expect(page.getByText('Viewing Client')).toHaveCount(0)
})

test('staff of a client have no client selector', async ({ page }) => {
  await signIn(page, 'lagoon')
  await expect(page.getByRole('link', { name: 'Select client' })).toHaveCount(0)
  await page.goto('/client-selector')
  await expect(page).toHaveURL('/home')
})

test('each recent client is listed once, newest first, and can be reopened', async ({ page }) => {
  await signIn(page, 'internal')
  const recent = page.getByRole('main').locator('section', { hasText: 'Recently visited clients' })
  await expect(recent.getByRole('button')).toHaveCount(0)
  for (const client of ['Alpine Travel Insurance', 'Lagoon Health Plan', 'Alpine Travel Insurance']) {
    await openClient(page, client)
    await page.getByRole('link', { name: 'Select client' }).click()
  }
  await expect(recent.getByRole('button')).toHaveText(['Alpine Travel Insurance', 'Lagoon Health Plan'])
  await recent.getByRole('button', { name: 'Lagoon Health Plan' }).click()
  await expect(page).toHaveURL('/home')
  await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Provider Search' })).toBeVisible()
})

test('the client selector lists provider searches that open in new tabs', async ({ page }) => {
  await signIn(page, 'internal')
  const searches = page
    .getByRole('main')
    .locator('section', { hasText: 'Provider searches' })
    .getByRole('link')
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

test('internal staff choose another client when the current one is closed', async ({ page, portal }) => {
  await signIn(page, 'internal')
  await openClient(page, 'Lagoon Health Plan')
  const file = test.info().outputPath('clients.yaml')
  await portal.command('clients', 'export', file)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/(id: lagoon\n.*?enabled: )true/s, '$1false'))
  expect((await portal.command('clients', 'import', file, '--yes')).exitCode).toBe(0)
  await page.getByRole('link', { name: 'Select client' }).click()
  await openClient(page, 'Alpine Travel Insurance')
  await page.getByRole('link', { name: 'Select client' }).click()
  await page.getByRole('combobox', { name: 'Client' }).click()
  await expect(page.getByRole('option')).toHaveText(['Alpine Travel Insurance', 'Harborline Assistance'])
  await writeFile(file, text)
  await portal.command('clients', 'import', file, '--yes')
})

test('each tab of internal staff keeps its own client, and a new tab takes the one chosen last', async ({
  page,
  context,
  portal,
}) => {
  await importCases(portal)
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
  const other = await context.newPage()
  await other.goto('/client-selector')
  await openClient(other, 'Lagoon Health Plan')

  const clientIds: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/\/api\/(?!session|clientconfiguration)/.test(request.url()))
      clientIds.push(request.headers()['client-id'])
  })
  for (const at of ['before a reload', 'after a reload'] as const) {
    if (at === 'after a reload') await Promise.all([page.reload(), other.reload()])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Alpine Travel Insurance')
    await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome, Lagoon Health Plan')
    await expectAccount(other, 'Viewing Client: Lagoon Health Plan')
  }
  await page.getByRole('link', { name: 'CONTACT' }).click()
  await expect(page.getByText('Ada Sampleton')).toBeVisible()
  await other.getByRole('link', { name: 'CONTACT' }).click()
  await expect(other.getByText('Lena Mockbury')).toBeVisible()

  await page.goto('/patient-search')
  await findByName(page, 'quillfeather')
  await expect(page.getByText('3 results found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('3 results found')).toBeVisible()
  await other.goto('/patient-search')
  await findByName(other, 'quillfeather')
  await expect(other.getByText('1 result found')).toBeVisible()
  expect(new Set(clientIds)).toEqual(new Set(['alpine']))

  const third = await context.newPage()
  await third.goto('/account-management')
  await expect(third.getByText('Lena Mockbury')).toBeVisible()
  await expectAccount(third, 'Viewing Client: Lagoon Health Plan')

  await logOut(page)
  for (const tab of [page, other, third]) {
    await expect(tab).toHaveURL('/')
    // Other tabs remove their values when they learn of the end of the session.
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
      .not.toMatch(/"(kept|currentClient|clientConfiguration)/)
  }
})

test('a case or secure search in a new tab has the client of its opener, and a draft stays in its tab', async ({
  page,
  context,
}) => {
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
  await page.goto('/patient-search')
  await findByName(page, 'sampleb')
  const patient = rows(page)
    .getByRole('link', { name: /^Sampleb/ })
    .first()
  const [name, href] = [await patient.textContent(), await patient.getAttribute('href')]
  const results = (await page.getByText(/ results? found$/).textContent()) ?? ''
  const other = await context.newPage()
  await other.goto('/client-selector')
  await openClient(other, 'Lagoon Health Plan')
  await other.goto('/patient-search')
  await findByName(other, 'sample')

  const tab = await context.newPage()
  await tab.goto(href ?? '')
  await expect(tab.getByRole('region', { name: 'Patient and incident' })).toContainText(name ?? 'a name')
  await expectAccount(tab, 'Viewing Client: Alpine Travel Insurance')
  const search = await context.newPage()
  await search.goto('/domestic-secure-provider-search')
  await expectAccount(search, 'Viewing Client: Alpine Travel Insurance')
  await tab.getByRole('button', { name: 'Write a note' }).click()
  await tab.getByRole('textbox', { name: 'Note' }).fill('Called, not sent')
  await other.goto('/client-selector')
  await openClient(other, 'Harborline Assistance')
  await tab.reload()
  await expect(tab.getByRole('textbox', { name: 'Note' })).toHaveValue('Called, not sent')
  await tab.getByRole('link', { name: 'Back to results' }).click()
  await expect(tab.getByText(results, { exact: true })).toBeVisible()
})

test('a tab of client staff follows a changed client', async ({ page, context }) => {
  await signIn(page, 'alpine', '/account-management')
  await expect(page.getByText('Ada Sampleton')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account-management')
  await other.evaluate(() => localStorage.setItem('currentClient', '{"id":"alpine","label":"Renamed"}'))
  await expect(page).toHaveURL('/home')
  await expect(other).toHaveURL('/account-management')
})
