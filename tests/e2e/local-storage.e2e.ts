import type { Page, Route } from '@playwright/test'
import { expect, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

/** The possible final pages: home, client selector or start page. */
const settled = /^Welcome|^Select client|^Home$/

const configuration = {
  clientId: 'lagoon',
  clientName: 'Lagoon Health Plan',
  clientCodes: { LAG1: 'Lagoon' },
  currentActivity: true,
  patientSearch: true,
  clientAuth: true,
  mayDecide: true,
  caseSummary: true,
  providerSearches: [],
  reports: [],
  accountManagement: [],
  isInternal: true,
  version: '1',
}
/** Every staff key in local storage, with a value for another client or more rights. */
const foreign: Record<string, unknown> = {
  userToken: { token: 'made.up.token', exp: 4_000_000_000, name: 'Lara Lagoon' },
  clientConfiguration: { configuration, expires: 4_000_000_000_000 },
  currentClient: { id: 'lagoon', label: 'Lagoon Health Plan' },
  isInternal: true,
  memberConfiguration: { clientName: 'lagoon', content: '', showIdCard: true },
  recentClients: [{ id: 'lagoon', label: 'Lagoon Health Plan' }],
  numberPerPage: 1_000_000,
  PatientSearch_ResultSize: 1_000_000,
  CurrentActivity_ResultSize: 1_000_000,
}
const steering = ['userToken', 'clientConfiguration', 'currentClient', 'isInternal']
const others = Object.keys(foreign).filter((key) => !steering.includes(key))

const ofAnotherClient = (key: string) => JSON.stringify(foreign[key])

/** Values that cannot be read: empty, not JSON, of the wrong type, very long. */
const unreadable = ['', '{no JSON', '7', 'x'.repeat(100_000)]

/** Opens a page with these values in local storage; returns the successful server responses by request. */
async function answersWith(page: Page, kept: Record<string, string>, path: string): Promise<string[]> {
  // A page without code, so that pending requests of the previous page do not interfere.
  await page.goto('/healthz', { waitUntil: 'load' })
  await page.evaluate((values) => {
    localStorage.clear()
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, kept)
  const answers: string[] = []
  // Recorded in transit: responses of a closed page cannot be read.
  const note = async (route: Route) => {
    const answer = await route.fetch()
    const { pathname } = new URL(answer.url())
    if (answer.ok() && pathname !== '/api/session/renew')
      answers.push(`${pathname} ${withoutWaits(await answer.text())}`)
    await route.fulfill({ response: answer })
  }
  await page.route('/api/**', note)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: settled })).toBeVisible()
  // The heading is visible before the page sends the requests for its sections.
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  return answers
}

/** What the start page shows to everybody. */
const isPublic = /^\/api\/(directory-figures|info\/domestic-provider-search) /

/** Waiting times, and the transactions in the version of the queue, grow while the test runs. */
const withoutWaits = (body: string) =>
  body.replaceAll(/(?<="\w+Minutes":)\d+/g, '…').replaceAll(/(?<="version":")[^"]*/g, '…')

test('manipulated local storage never exposes other data or breaks the page', async ({ page }) => {
  await signIn(page, 'alpine')
  await page.waitForFunction(() => localStorage.getItem('clientConfiguration'))
  const kept = await page.evaluate(() => ({ ...localStorage }))
  const { clientConfiguration: _, ...withoutConfiguration } = kept
  const theirs = await answersWith(page, withoutConfiguration, '/home')
  expect(theirs.map((answer) => answer.split(' ')[0]).sort()).toEqual([
    '/api/client-home-page',
    '/api/clientconfiguration/alpine',
    '/api/itn/queue',
    '/api/recentcases',
    '/api/today/figures',
    '/api/today/news',
    '/api/today/waiting',
  ])
  const expectTheirs = async (keys: string[], otherValue: (key: string) => string) => {
    const changed = Object.fromEntries(keys.map((key) => [key, otherValue(key)]))
    const answers = await answersWith(page, { ...kept, ...changed }, '/home')
    expect(
      answers.filter((answer) => !theirs.includes(answer) && !isPublic.test(answer)),
      keys.join(),
    ).toEqual([])
  }
  for (const key of steering) await expectTheirs([key], ofAnotherClient)
  await expectTheirs(others, ofAnotherClient)
  await expectTheirs(['clientConfiguration', 'currentClient', 'isInternal'], ofAnotherClient)

  await expectTheirs(['userToken'], () => '{no JSON')
  const rest = Object.keys(foreign).filter((key) => key !== 'userToken')
  for (const first of [0, 1])
    await expectTheirs(rest, (key) => unreadable[(rest.indexOf(key) + first) % unreadable.length] ?? '')
})
