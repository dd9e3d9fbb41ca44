import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { type PortalProcess, startPortalProcess } from './portal-process.ts'
import { type InitialData, readRunDatabases } from './run-databases.ts'

export { expect }

type TestOptions = {
  /** Expected console messages: a match does not fail the test. */
  expectedMessages: RegExp[]
  /** The form that opens on a search page: the form of one line, or the one with all fields. */
  searchForm: 'quick' | 'detailed'
}

type WorkerOptions = {
  /** The initial content of the database for the tests in a file. */
  initialData: InitialData
  /** Environment settings of the portal for a test file. */
  settings: Record<string, string>
  portal: PortalProcess
}

/**
 * Tests with a page on the worker's own portal. Console errors and warnings, uncaught errors and violations of
 * the content security policy fail the test.
 */
export const test = base.extend<TestOptions, WorkerOptions>({
  initialData: ['empty', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ initialData, settings }, use) => {
      const { server, templates } = readRunDatabases()
      const portal = await startPortalProcess(server, templates[initialData], settings)
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.address),
  expectedMessages: [[], { option: true }],
  searchForm: ['detailed', { option: true }],
  page: async ({ page, expectedMessages, searchForm }, use) => {
    if (searchForm === 'detailed') await page.context().addInitScript(chooseDetailedForm)
    const problems = collectProblems(page)
    waitForPageCode(page)
    await use(page)
    const unexpected = problems.filter((text) => !expectedMessages.some((known) => known.test(text)))
    expect(unexpected, 'unexpected browser messages').toEqual([])
  },
})

/** Navigations wait until the page's code has replaced the prerendered content, unless a test sets `waitUntil`. */
function waitForPageCode(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (!options) await expect(page.locator('.first-paint')).toHaveCount(0)
    return answer
  }
}

/** Remembers the choice of the form with all fields, as "More options" does. */
function chooseDetailedForm() {
  if (location.protocol.startsWith('http')) localStorage.setItem('detailedSearch', 'true')
}

function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    problems.push(`${message.text()} (${message.location().url})`)
  })
  return problems
}

/** Requires that axe finds no violations in light mode and no contrast problems in dark mode. */
export async function expectAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await findViolations(page), 'axe in light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page, ['color-contrast']), 'axe in dark').toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
type Axe = { run(options: RunOptions): Promise<AxeResults> }

/** Runs all or some axe rules. The injected script stays in the page for the next run. */
async function findViolations(page: Page, rules?: string[]) {
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
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** Requires that the page does not scroll horizontally. */
export async function expectToFit(page: Page) {
  // After a resize, the layout takes a moment to follow.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, 'pixels wider than the window').toBeLessThanOrEqual(0)
}

/** The folder with the public files named in the README. */
export const sharedData = resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env.SHARED_DATA ?? '../shared/data',
)

/** A test with a requirement that not every machine meets. Without it, the test counts as skipped. */
const testIf = (isAvailable: boolean) => (isAvailable ? test : test.skip)

/** A test that needs the public rosters. */
export const testWithSharedData = testIf(existsSync(sharedData))
