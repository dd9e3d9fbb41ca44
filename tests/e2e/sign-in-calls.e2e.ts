import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

test.describe('with an expired token', () => {
  test.use({ expectedMessages: [/status of 401/] })

  test('renews the token once and retries rejected requests', async ({ page }) => {
    await signIn(page, 'alpine')
    let renewals = 0
    await page.route('/api/session/renew', (route) => {
      renewals += 1
      return route.continue()
    })
    await page.evaluate(() => {
      const { exp, name } = JSON.parse(localStorage.getItem('userToken') ?? '{}')
      localStorage.setItem('userToken', JSON.stringify({ token: 'worn.out.token', exp, name }))
    })
    await page.getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByRole('img', { name: 'Ada Sampleton' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Marco Draftwick' })).toBeVisible()
    expect(renewals).toBe(1)
  })
})

test('sends the token with the secure search but not with public searches', async ({ page }) => {
  await signIn(page, 'alpine')
  const bearers = new Map<string, string | undefined>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    bearers.set(pathname, request.headers().authorization)
  })
  await page.goto('/domestic-secure-provider-search?zip=33131&type=0000000000')
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Domestic Provider Search' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  for (const path of [
    '/api/info/domestic-secure-provider-search',
    '/api/provider-search-detail/domestic-secure-provider-search',
    '/api/providertypes/0',
    '/api/providers',
  ])
    expect(bearers.get(path), path).toMatch(/^Bearer /)

  bearers.clear()
  await page.goto('/international-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'International Provider Search' })).toBeVisible()
  await expect.poll(() => [...bearers.keys()]).toContain('/api/countries')
  expect(bearers.get('/api/info/international-provider-search')).toBeUndefined()
  expect(bearers.get('/api/countries')).toBeUndefined()
})

test('the secure search redirects to the start page and returns after sign-in', async ({ page }) => {
  await page.goto('/domestic-secure-provider-search')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await page.getByLabel('Username').fill('alpine')
  await page.getByLabel('Password').fill('demo-portal-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/domestic-secure-provider-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Secure Domestic Provider Search' })).toBeVisible()
})

test('staff without the secure search are redirected home without a rejected request', async ({ page }) => {
  await signIn(page, 'lagoon')
  await page.goto('/domestic-secure-provider-search')
  await expect(page).toHaveURL('/home')
})

test('a changed permission updates the stored configuration with the next response', async ({
  page,
  portal,
}) => {
  await signIn(page, 'alpine')
  const codes = () =>
    page.evaluate(() => {
      const { configuration } = JSON.parse(localStorage.getItem('clientConfiguration') ?? '{}')
      return Object.keys(configuration.clientCodes)
    })
  expect(await codes()).toEqual(['ALP1', 'ALP2', 'ALP3'])
  const { exitCode } = await portal.command('staff', 'grant', 'alpine', '--codes', 'ALP2')
  expect(exitCode).toBe(0)
  await page.getByRole('link', { name: 'CONTACT' }).click()
  await expect.poll(codes).toEqual(['ALP2'])
  await portal.command('staff', 'revoke', 'alpine', '--all-codes')
})

test('the configuration is fetched again after one hour', async ({ page }) => {
  await signIn(page, 'alpine')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
  ).toBeVisible()
  expect(asked).not.toContain('/api/clientconfiguration/alpine')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('clientConfiguration') ?? '{}')
    localStorage.setItem('clientConfiguration', JSON.stringify({ ...kept, expires: Date.now() - 1 }))
  })
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome, Alpine Travel Insurance' }),
  ).toBeVisible()
  expect(asked).toContain('/api/clientconfiguration/alpine')
})
