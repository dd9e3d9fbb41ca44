import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browser } from '../tests/e2e/browser.ts'
import {
  freePort,
  type Run,
  run as start,
  terminate,
  waitUntilReady,
} from '../tests/resilience/portal-run.ts'
import { percentile } from './timing.ts'

const runs = 10
const goalMs = 1500
/** Slow 4G and a processor at a quarter of its speed, as Lighthouse simulates a phone. */
const slowNetwork = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const cpuSlowdown = 4

const member = { UserName: 'alpine-member', Password: 'demo-portal-2026' }
const fields = ['Policy/ID #', 'Patient First Name', 'Patient Last Name', 'Patient Date of Birth']
/** The card in the output of a start with demo data, whose dates of birth depend on the day. */
const sampleCard = /Sample ID card: policy (\S+), (\S+) (\S+), born ([\d/]+)\./

/** Prints how long a member with a slow phone waits from the form to the visible card. */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-card-'))
  const port = await freePort()
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'on' }
  const portal = start([process.execPath, 'src/app/main.ts'], { env })
  const chrome = await chromium.launch(browser())
  try {
    await waitUntilReady(portal, port)
    const card = await readSampleCard(portal)
    const times: number[] = []
    for (let run = 0; run < runs; run += 1)
      times.push(await measureCard(chrome, `http://127.0.0.1:${port}`, card))
    const [p50, p95] = [0.5, 0.95].map((share) => Math.round(percentile(share, times)))
    console.log(`From the form to the visible card: p50 ${p50} ms, p95 ${p95} ms (goal ${goalMs})`)
  } finally {
    await chrome.close()
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Waits until the portal has printed its sample card, which it does once it is ready. */
async function readSampleCard(portal: Run): Promise<string[]> {
  for (;;) {
    const [, ...card] = sampleCard.exec(portal.output()) ?? []
    if (card.length > 0) return card
    await wait(100)
  }
}

/** Logs in, fills in the form and sends it, in a browser without any cache. */
async function measureCard(chrome: Browser, baseURL: string, card: readonly string[]): Promise<number> {
  const context = await chrome.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const response = await context.request.post('/api/clientmember/login', { data: member })
    await page.goto('/robots.txt')
    await page.evaluate(
      (record) => localStorage.setItem('memberConfiguration', record),
      await response.text(),
    )
    await page.goto('/client-member-page')
    for (const [at, label] of fields.entries()) await page.getByLabel(label).fill(card[at] ?? '')
    await slowDown(page)
    const began = performance.now()
    await page.getByRole('button', { name: 'Show my card' }).click()
    await page.getByRole('region', { name: 'Front of the card' }).waitFor()
    return performance.now() - began
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
