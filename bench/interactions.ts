import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { browser } from '../tests/e2e/browser.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import {
  caseInteractions,
  documentInteractions,
  openCase,
  openCases,
  openToday,
  tabInteractions,
  todayInteractions,
} from './case-interactions.ts'
import { mapInteractions } from './map-interactions.ts'
import { type Interaction, interactions } from './page-interactions.ts'
import { fillQueue, openQueue, queueInteractions } from './queue-interactions.ts'
import { percentile } from './timing.ts'

const repeats = 12
const warmUps = 2
/** The first start loads the demo data. */
const firstStartMs = 600_000
const results = '/domestic-provider-search?zip=10001&type=0000000000&range=50'

/**
 * Prints the time from a key press or click to the next paint: with 250 results, 1,000 incidents or 5,000 bills, on the
 * home page, in a case and in a document.
 */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-interactions-'))
  const port = await freePort()
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'on' }
  const portal = start([process.execPath, 'src/app/main.ts'], { env })
  try {
    await waitUntilReady(portal, port, firstStartMs)
    const origin = `http://127.0.0.1:${port}`
    await measure(origin, (page) => page.goto(results), interactions)
    console.log('\nThe map with 50 markers, drawn without a GPU:\n')
    await measure(origin, (page) => page.goto(`${results}&view=map`), mapInteractions, 'processor')
    console.log('\nA search for patients with 1,000 results:\n')
    await measure(origin, openCases, caseInteractions)
    await fillQueue(dataDir)
    console.log('\nThe queue with 5,000 pending authorizations:\n')
    await measure(origin, openQueue, queueInteractions)
    console.log('\nThe home page of staff, from which a case and an authorization open:\n')
    await measure(origin, openToday, todayInteractions)
    console.log('\nThe sections of a case, and its documents over the page:\n')
    await measure(origin, openCase, [...tabInteractions, ...documentInteractions])
  } finally {
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(
  baseURL: string,
  open: (page: Page) => Promise<unknown>,
  interactions: readonly Interaction[],
  renderer: Parameters<typeof browser>[0] = 'nothing',
) {
  const chrome = await chromium.launch(browser(renderer))
  const page = await chrome.newPage({ baseURL, viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  await page.addInitScript(observeEvents)
  await page.addInitScript(() => localStorage.setItem('detailedSearch', 'true'))
  await open(page)
  const drawn = Math.max(0, ...(await page.evaluate(readEvents)).tasks)
  const load = loadavg().map((each) => each.toFixed(1))
  console.log(
    `Until the page is drawn, the longest task takes ${describeTask(drawn)} ms. Load: ${load[0]}.\n`,
  )
  await page.getByRole('button', { name: 'Agree' }).click()
  const pageSize = page.getByLabel('Rows per page')
  if (await pageSize.isVisible()) await pageSize.selectOption('50')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  console.log(
    '| milliseconds | p50 | p95 | longest | main thread | longest task, p50 | longest |\n|---|---|---|---|---|---|---|',
  )
  for (const interaction of interactions) {
    const { times, processor, tasks } = await measureInteraction(page, devtools, interaction)
    const figures = [
      percentile(0.5, times),
      percentile(0.95, times),
      Math.max(...times),
      percentile(0.5, processor),
    ]
    const longest = [percentile(0.5, tasks), Math.max(...tasks)].map(describeTask)
    console.log(`| ${[interaction.name, ...figures.map(Math.round), ...longest].join(' | ')} |`)
  }
  await chrome.close()
}

/** Tasks of less than 50 ms are not reported. */
const describeTask = (ms: number) => (ms > 0 ? Math.round(ms) : 'under 50')

/**
 * Measures each repetition: the time until its next paint (Event Timing) or until the text it changes is painted, the
 * main-thread time, and the longest task.
 */
async function measureInteraction(page: Page, devtools: CDPSession, interaction: Interaction) {
  const { prepare, settled, changes, undo, ...done } = interaction
  const cost = { times: [] as number[], processor: [] as number[], tasks: [] as number[] }
  for (let each = 0; each < repeats; each += 1) {
    await prepare?.(page)
    const act = 'act' in done ? () => done.act(page) : await clickAt(page, done.click(page))
    await page.evaluate(readEvents)
    if (changes) await page.evaluate(watchText, changes)
    const before = await mainThreadMs(devtools)
    await act()
    await settled?.(page)
    const shown = changes ? [await page.evaluate(readTimeShown)] : []
    const { durations, tasks } = await page.evaluate(readEvents)
    cost.times.push(Math.max(0, ...durations, ...shown))
    cost.tasks.push(Math.max(0, ...tasks))
    cost.processor.push((await mainThreadMs(devtools)) - before)
    await undo?.(page)
  }
  const [times, processor, tasks] = [cost.times, cost.processor, cost.tasks].map((each) =>
    each.slice(warmUps),
  )
  return { times: times ?? [], processor: processor ?? [], tasks: tasks ?? [] }
}

/** Returns a function that clicks an element at its current position. */
async function clickAt(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('The click target is not visible.')
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function mainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

type Seen = { durations: number[]; tasks: number[] }

/**
 * Runs in the page: records the duration of every long task, and of every key press and click that takes at
 * least 16 ms.
 */
function observeEvents() {
  const seen: Seen = { durations: [], tasks: [] }
  Object.assign(window, { eventsSeen: seen })
  const options = { type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries())
      if (/^(click|keydown|keyup|pointerup|pointerdown|input|change)$/.test(name))
        seen.durations.push(duration)
  }).observe(options)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Runs in the page: returns the records since the last call, after the next paint. */
async function readEvents(): Promise<Seen> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let frames = 0; frames < 6; frames += 1) await frame()
  const { durations, tasks } = (window as unknown as { eventsSeen: Seen }).eventsSeen
  return { durations: durations.splice(0), tasks: tasks.splice(0) }
}

/** Runs in the page: times how long it takes from the next key press or click until a new text is painted. */
export function watchText(selector: string) {
  const read = () => document.querySelector(selector)?.textContent || undefined
  const before = read()
  const { promise, resolve } = Promise.withResolvers<number>()
  Object.assign(window, { timeShown: promise })
  let began = Number.NaN
  const begin = ({ timeStamp }: Event) => {
    began = timeStamp
  }
  for (const type of ['pointerup', 'keydown']) addEventListener(type, begin, { capture: true, once: true })
  const observer = new MutationObserver(() => {
    if (read() === before || read() === undefined) return
    observer.disconnect()
    // The next task after the frame: a timer would run after those that the page has set.
    const resolveNow = () => resolve(performance.now() - began)
    requestAnimationFrame(() => void scheduler.postTask(resolveNow, { priority: 'user-blocking' }))
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
}

/** Runs in the page: returns the time that `watchText` measures. */
export const readTimeShown = () => (window as unknown as { timeShown: Promise<number> }).timeShown
