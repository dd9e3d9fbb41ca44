import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { browser } from '../tests/e2e/browser.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { percentile } from './timing.ts'

const runs = 5
const pages = {
  'start page': '/',
  'first load': '/domestic-provider-search',
  'with results': '/domestic-provider-search?zip=33131&type=0000000000&range=10',
}
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Measured = {
  paint: number
  blocked: number
  shift: number
  javascript: number
  scores: number[]
  below: string[]
}

/** Prints the cost of the public search on a slow phone: medians of five Lighthouse mobile runs per page. */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-pages-'))
  const port = await freePort()
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'on' }
  const portal = start([process.execPath, 'src/app/main.ts'], { env })
  try {
    await waitUntilReady(portal, port)
    await measureAll(`http://127.0.0.1:${port}`)
  } finally {
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureAll(origin: string) {
  console.log(
    '| | largest paint, s | blocked, ms | JavaScript, KB gzip | layout shift |',
    categories.join(' | '),
    '|',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  const below = new Set<string>()
  for (const [name, path] of Object.entries(pages)) {
    const measured: Measured[] = []
    for (let run = 0; run < runs; run += 1) measured.push(await measure(`${origin}${path}`))
    console.log(formatRow(name, measured))
    for (const found of measured.flatMap((each) => each.below)) below.add(`${name}: ${found}`)
  }
  for (const found of below) console.log(`\nBelow 100: ${found}`)
}

/** One run in a fresh browser, without any cache. */
async function measure(url: string): Promise<Measured> {
  const debugging = await freePort()
  const { args = [], ...options } = browser()
  const chrome = await chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${debugging}`],
  })
  try {
    const { lhr } = (await lighthouse(url, { port: debugging, onlyCategories: [...categories] })) ?? {}
    if (!lhr || lhr.runtimeError)
      throw new Error(lhr?.runtimeError?.message ?? 'Lighthouse returned no result.')
    return {
      paint: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      blocked: lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN,
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      javascript: await totalSize(scriptUrls(lhr)),
      scores: categories.map((category) => (lhr.categories[category]?.score ?? 0) * 100),
      below: failedAudits(lhr),
    }
  } finally {
    await chrome.close()
  }
}

function formatRow(name: string, measured: readonly Measured[]) {
  const median = (figure: (each: Measured) => number | undefined) =>
    percentile(
      0.5,
      measured.map((each) => figure(each) ?? Number.NaN),
    )
  const cells = [
    (median(({ paint }) => paint) / 1000).toFixed(2),
    median(({ blocked }) => blocked).toFixed(0),
    (median(({ javascript }) => javascript) / 1000).toFixed(0),
    median(({ shift }) => shift).toFixed(3),
    ...categories.map((_, index) => median(({ scores }) => scores[index]).toFixed(0)),
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

function scriptUrls(lhr: Result): string[] {
  const { details } = lhr.audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  return requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => String(url))
}

async function totalSize(urls: readonly string[]): Promise<number> {
  const weights = await Promise.all([...new Set(urls)].map(transferSize))
  return weights.reduce((sum, weight) => sum + weight, 0)
}

/** The size of a file as sent with gzip. */
function transferSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      let bytes = 0
      for await (const chunk of response) bytes += chunk.length
      resolve(bytes)
    }).on('error', reject)
  })
}

/** The audits that keep a category other than performance below 100. */
function failedAudits({ categories: scored, audits }: Result): string[] {
  const others = Object.values(scored).filter(({ id }) => id !== 'performance')
  return others.flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 1)
      .map(({ id: audit }) => `${id}, ${audits[audit]?.title}`),
  )
}
