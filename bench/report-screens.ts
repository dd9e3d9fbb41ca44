import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { readConfig } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { buildRequest } from '#platform/web/api-client.ts'
import { listReportCases } from '#reports/case-list-contract.ts'
import { listReportBills } from '#reports/view-contract.ts'
import { browser } from '../tests/e2e/browser.ts'
import { fillInDates, openReports, report } from '../tests/e2e/reports.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { readTimeShown, watchText } from './interactions.ts'
import { fill, processedDays } from './report-dataset.ts'
import { measureTimes, percentile } from './timing.ts'

const bills = 100_000
const clicks = 20
const warmUps = 2
const requests = 40
const goals = { reportMs: 1000, listMs: 150 }
/** The first start loads the demo data. */
const firstStartMs = 600_000

const selected = { firstDay: processedDays.first, lastDay: processedDays.last }
const march = { firstDay: '2026-03-01', lastDay: '2026-03-31' }

/** Figures of reports, with the list to which each leads. */
const links = [
  ['all bills, from the Savings Summary', 'SAVINGS', /^Bills [\d,]+: show bills$/],
  ['all active cases, from Case Activity', 'ACTIVITY', /^Active cases [\d,]+: show cases$/],
] as const

type Sent = { contract: typeof listReportBills | typeof listReportCases; input: Record<string, string> }

const billsOf = (change: object): Sent => ({ contract: listReportBills, input: { ...selected, ...change } })
const casesOf = (change: object): Sent => ({ contract: listReportCases, input: { ...selected, ...change } })
const dollars = { billCurrency: 'USD' }

const lists: readonly [string, Sent][] = [
  ['all bills', billsOf({})],
  ['bills of a month', billsOf({ ...march, ...dollars })],
  ['bills of a provider', billsOf({ billGroup: 'provider', billValue: 'Hospital of Town 12', ...dollars })],
  ['bills of all other providers', billsOf({ billGroup: 'provider', billMatch: 'others', ...dollars })],
  ['bills in review', billsOf({ billState: 'in review', billCurrency: 'EUR' })],
  ['next page of all bills', billsOf({ afterDay: '2026-04-01', afterItn: 'ALP1-1' })],
  ['all active cases', casesOf({})],
  ['cases with bills of a month', casesOf({ ...march, kind: 'bill' })],
]

const figures = 'ul[aria-label^="Key figures"]'
const listed = 'article p[role="status"]'

/**
 * Prints how long staff wait with 100,000 bills: in Chromium from the click to the painted figures or list, and over
 * HTTP for the lists to which figures lead.
 */
export async function measureScreens() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-reports-'))
  const port = await freePort()
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'on' }
  const settings = { ...env, RATE_LIMIT_PER_MINUTE: '100000000' }
  const portal = start([process.execPath, 'src/app/main.ts'], { env: settings })
  const chrome = await chromium.launch(browser())
  try {
    await waitUntilReady(portal, port, firstStartMs)
    await addBills(dataDir)
    const baseURL = `http://127.0.0.1:${port}`
    const page = await chrome.newPage({ baseURL, viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    await openReports(page)
    printHead(`${bills.toLocaleString('en-US')} bills in Chromium, from the click to the paint`)
    for (const name of ['Savings Summary', 'Bill Detail', 'Case Activity'])
      printTimes(name, await measureReport(page, name), goals.reportMs)
    for (const [name, code, link] of links)
      printTimes(name, await measureList(page, code, link), goals.reportMs)
    printHead('Lists of a figure, over HTTP')
    const authorization = await readAuthorization(page)
    for (const [name, sent] of lists) {
      const send = () => request(page, authorization, sent)
      printTimes(name, await measureTimes(Array.from({ length: requests }), send), goals.listMs)
    }
  } finally {
    await chrome.close()
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function addBills(dataDir: string) {
  const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  const owner = await databaseContext.connect()
  await fill(owner, 'ALP1', bills).finally(() => owner.end())
  await databaseContext.close()
}

/** Measures from the click on “Show report” to the painted figures, each time in a page that is loaded again. */
const measureReport = (page: Page, name: string) =>
  measurePaints(page, figures, async () => {
    await page.goto('/reports')
    await report(page).selectOption(name)
    await fillInDates(page, '1/1/2026', '6/30/2026')
    return page.getByRole('button', { name: 'Show report' })
  })

/** Measures from the click on a figure of a report to the painted list. */
const measureList = (page: Page, code: string, link: RegExp) =>
  measurePaints(page, listed, async () => {
    await page.goto(`/reports/view?report=${code}&start=${processedDays.first}&end=${processedDays.last}`)
    return page.getByRole('link', { name: link }).first()
  })

async function measurePaints(page: Page, selector: string, open: () => Promise<Locator>): Promise<number[]> {
  const times: number[] = []
  for (let click = 0; click < warmUps + clicks; click += 1) {
    const target = await open()
    await target.scrollIntoViewIfNeeded()
    await page.evaluate(watchText, selector)
    await target.click()
    await page.locator(selector).first().waitFor()
    times.push(await page.evaluate(readTimeShown))
  }
  return times.slice(warmUps)
}

/** Opens the reports, and returns the header with which the page authorizes its requests. */
async function readAuthorization(page: Page): Promise<string> {
  const sent = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await page.goto('/reports')
  return (await sent).headers().authorization ?? ''
}

async function request(page: Page, authorization: string, { contract, input }: Sent) {
  const { url, init } = buildRequest(contract as unknown as Endpoint, input)
  const headers = { ...(init.headers as Record<string, string>), authorization }
  const response = await page.request.fetch(url, {
    method: contract.method,
    headers,
    data: init.body as string,
  })
  if (!response.ok()) throw new Error(`${url} returned ${response.status()}: ${await response.text()}`)
  await response.body()
}

function printHead(title: string) {
  console.log(`\n| ${title} | p50 ms | p95 ms | goal |\n|---|---|---|---|`)
}

function printTimes(name: string, times: readonly number[], goalMs: number) {
  const cells = [0.5, 0.95].map((share) => Math.round(percentile(share, times)))
  console.log(`| ${[name, ...cells, goalMs].join(' | ')} |`)
}
