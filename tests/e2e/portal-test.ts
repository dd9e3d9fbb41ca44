import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type Beginning, databasesOfRun } from './databases.ts'
import { type PortalProcess, startPortalProcess } from './portal-process.ts'

export { expect }

type Given = {
  /** Complaints that a test expects: a console message that matches one of these does not fail it. */
  expectedComplaints: RegExp[]
}

type GivenToWorker = {
  /** What the portal's database holds when the file's tests begin. */
  beginning: Beginning
  /** Settings of the environment that a test file wants its portal to run with. */
  settings: Record<string, string>
  portal: PortalProcess
}

/**
 * A browser page on a portal of the worker's own. Whatever the page complains about — console errors and
 * warnings, uncaught errors, refusals of the content security policy — fails the test.
 */
export const test = base.extend<Given, GivenToWorker>({
  beginning: ['empty', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ beginning, settings }, use) => {
      const { server, templates } = databasesOfRun()
      const portal = await startPortalProcess(server, templates[beginning], settings)
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.address),
  expectedComplaints: [[], { option: true }],
  page: async ({ page, expectedComplaints }, use) => {
    const complaints = complaintsOf(page)
    openWhole(page)
    await use(page)
    const unexpected = complaints.filter((text) => !expectedComplaints.some((known) => known.test(text)))
    expect(unexpected, 'what the browser complained about').toEqual([])
  },
})

/** What is opened is there once the page's code has taken the place of what the server wrote, unless a test says what to wait for. */
function openWhole(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (!options) await expect(page.locator('.first-paint')).toHaveCount(0)
    return answer
  }
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

/** Fails unless axe finds nothing to improve, in light and in dark, where only colors can differ. */
export async function expectAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await faults(page), 'axe in light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await faults(page, ['color-contrast']), 'axe in dark').toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
type Axe = { run(options: RunOptions): Promise<AxeResults> }

/** What axe finds, by all its rules or some; it stays in the page for the next time. */
async function faults(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: rules }),
  }
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as { axe: Axe }).axe.run(chosen),
    options,
  )
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

export const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Fails when the page is wider than its window: nobody should have to scroll sideways. */
export async function expectToFit(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess, 'pixels wider than the window').toBeLessThanOrEqual(0)
}

/** The folder of the public files that the README names. */
export const sharedData = resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env.SHARED_DATA ?? '../shared/data',
)

/** A test that needs something a stranger's machine may not have; without it, it is counted as skipped. */
export const testWhere = (isThere: boolean) => (isThere ? test : test.skip)

/** A test that needs the public rosters. */
export const testWithSharedData = testWhere(existsSync(sharedData))
