import type { Page, Request, Route } from '@playwright/test'
import { findByName, openSearch } from './cases.ts'
import { expect, test } from './portal-test.ts'
import { enter, expectAccount, logOut, signIn } from './staff.ts'

test.use({ initialData: 'demo', searchForm: 'quick', expectedMessages: [/status of 401/] })

const expired = 'You have been logged out because your session has expired. Please log back in.'
const renewal = '**/api/session/renew'
const loginButton = (page: Page) => page.getByRole('button', { name: 'Portal Login' })
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage))

/** Lets renewals of this page reach the server but delays their responses until released. */
async function holdRenewals(page: Page) {
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const requests: string[] = []
  await page.route(renewal, async (route) => {
    requests.push(route.request().url())
    const response = await route.fetch()
    arrived.resolve()
    await gate.promise
    // A canceled request cannot be fulfilled.
    await route.fulfill({ response }).catch(() => {})
  })
  return { requests, arrived: arrived.promise, release: gate.resolve }
}

/** Delays the request that ends the session until released. */
async function holdLogout(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/session/end', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

async function expectSignedOut(page: Page) {
  await expect(page).toHaveURL('/')
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByText(expired)).toHaveCount(0)
  expect(await storedKeys(page)).toEqual([])
}

/** Makes the page treat its token as expired, as it would be 15 minutes later. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('userToken') ?? '{}')
    localStorage.setItem('userToken', JSON.stringify({ ...token, exp: Date.now() / 1000 - 1 }))
  })

/** Follows the requests of a page. Returns what waits until all of them are over. */
function followRequests(page: Page) {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => pending.delete(request))
  return () => expect.poll(() => [...pending].map((request) => request.url())).toEqual([])
}

/** Removes the session cookie, as the browser does when it expires. */
async function endSessionByTime(page: Page) {
  await page.context().clearCookies()
  await expireToken(page)
}

/** Opens a document of the portal without its code, so that the page sends no requests and renews no session. */
const openWithoutCode = (page: Page) => page.goto('/robots.txt')

/** Stops the timers that a page has started, so that it does not find out by itself that the session has ended. */
const stopTimers = (page: Page) =>
  page.evaluate(() => {
    const last = Number(setTimeout(() => {}))
    for (let id = 1; id <= last; id++) clearTimeout(id)
  })

test('logout by URL does not renew the session and opens the start page', async ({ page }) => {
  await signIn(page, 'internal')
  const { requests, release } = await holdRenewals(page)
  const finishLogout = await holdLogout(page)
  await page.goto('/logout')
  await expect(page.getByRole('heading', { level: 1, name: 'Logging out' })).toBeVisible()
  release()
  finishLogout()
  await expectSignedOut(page)
  expect(requests).toEqual([])
})

test('logout discards a renewal that another tab is waiting for', async ({ page, context }) => {
  await signIn(page, 'alpine')
  const other = await context.newPage()
  const { arrived, release } = await holdRenewals(other)
  await other.goto('/account-management')
  await arrived
  await logOut(page)
  await expectSignedOut(page)
  release()
  await other.evaluate(() => navigator.locks.request('portal-renewal', () => {}))
  await expectSignedOut(other)
  expect(await storedKeys(page)).toEqual([])
})

test('a page opened with an expired token continues during a session and leads to the start page after it', async ({
  page,
  context,
}) => {
  const allOver = followRequests(page)
  await signIn(page, 'alpine', '/patient-search')
  await page.getByLabel('Search For').fill('Quillfeather')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(kept).toContain('Quillfeather')
  const other = await context.newPage()
  const visited: string[] = []
  other.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  for (const [path, arrival] of [
    ['/account-management', '/account-management'],
    ['/', '/home'],
  ] as const)
    await test.step(`continues at ${arrival} when opened at ${path} during a session`, async () => {
      await allOver()
      await expireToken(page)
      visited.splice(0)
      await other.goto(path)
      await expect(other).toHaveURL(arrival)
      await expectAccount(other, 'You are logged in as: Albert Alpine')
      expect(visited.filter((address) => address !== path && address !== arrival)).toEqual([])
    })
  await test.step('shows the expiry notice once the session has ended and clears the data of every tab', async () => {
    await openWithoutCode(other)
    await stopTimers(page)
    await allOver()
    await endSessionByTime(page)
    await other.goto('/account-management')
    await expect(other).toHaveURL('/')
    await expect(other.getByRole('alert')).toHaveText(expired)
    expect(await storedKeys(other)).toEqual([])
    await expect(page).toHaveURL('/')
    await expect.poll(kept).not.toContain('Quillfeather')
    await loginButton(other).click()
    await enter(other, 'alpine')
    await expect(other).toHaveURL('/account-management')
  })
  await test.step('shows the expiry notice on the start page but not on a reload after logout', async () => {
    for (const tab of [page, other]) await openWithoutCode(tab)
    await endSessionByTime(page)
    await page.goto('/')
    await expect(page.getByRole('alert')).toHaveText(expired)
    await signIn(page, 'alpine')
    await page.goto('/logout')
    await expectSignedOut(page)
    await page.evaluate(() => sessionStorage.setItem('kept patientSearch', '{"value":"Quillfeather"}'))
    await page.reload()
    await expectSignedOut(page)
    expect(await kept(), 'data of a session that another tab ended').not.toContain('Quillfeather')
  })
})

/** Opens a bill and types a decision, without saving it. */
async function startDecision(page: Page) {
  await page
    .getByRole('button', { name: /^Decide: ITN/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^ITN/ })
  const heading = dialog.getByRole('heading').first()
  const name = (await heading.textContent()) ?? ''
  await dialog.getByRole('radio', { name: /^Other/ }).check()
  const comment = dialog.getByLabel('Special Handling Comment')
  await comment.fill('Call the clinic')
  const expectAgain = async () => {
    await expect(heading).toHaveText(name)
    await expect(comment).toHaveValue('Call the clinic')
    await expect(dialog.getByText('This decision hasn’t been saved yet.')).toBeVisible()
  }
  return { dialog, expectAgain }
}

/** Ends the session while a request of this page is on its way: without the cookie, the server rejects it. */
async function endSessionDuring(page: Page, request: string) {
  const end = async (route: Route) => {
    await page.context().clearCookies()
    await route.continue()
  }
  await page.route(request, end, { times: 1 })
}

/** Holds the requests of a page, so that it does not find out first that the session has ended. */
async function holdRequests(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await gate.promise
    // A canceled request cannot continue.
    await route.continue().catch(() => {})
  })
  return gate.resolve
}

test('a note and a decision that are being saved when the session ends are there again after signing in', async ({
  page,
  context,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'sampleberg')
  await page
    .getByRole('link', { name: /^Notes: Sampleberg/ })
    .first()
    .click()
  const address = page.url()
  await page.getByRole('button', { name: 'Write a note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('The family asks for a transfer.')
  const other = await context.newPage()
  await other.goto('/authorization')
  const typedElsewhere = await startDecision(other)
  const release = await holdRequests(other)
  await endSessionDuring(page, '**/api/casenote')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(other).toHaveURL('/')
  release()
  await enter(page, 'alpine')
  await expect(page).toHaveURL(address)
  await expect(note).toHaveValue('The family asks for a transfer.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await other.goto('/authorization')
  await typedElsewhere.expectAgain()
  await other.close()

  await page.goto('/authorization')
  const { dialog, expectAgain } = await startDecision(page)
  const refusal = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: '', reference: '' }
  const json = { ...refusal, reason: 'session_expired' }
  await page.route(renewal, (route) => route.fulfill({ status: 401, json }))
  await endSessionDuring(page, '**/api/itn/process')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('alert')).toHaveText(expired)
  await page.unroute(renewal)
  await loginButton(page).click()
  await enter(page, 'alpine')
  await expect(page).toHaveURL(/\/authorization#itn=ITN\d+$/)
  await expectAgain()
})
