// Takes the README's pictures again, of the demonstration: `npm run pictures`.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { browser as launchOptions } from '../e2e/browser.ts'
import openDatabases, { databasesOfRun } from '../e2e/databases.ts'
import { startPortalProcess } from '../e2e/portal-process.ts'
import { root } from './source.ts'

const folder = resolve(root, 'docs/pictures')
const search = '/domestic-provider-search?state=FL&city=Miami&type=0000000000'
const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

const close = await openDatabases()
const { server, templates } = databasesOfRun()
const portal = await startPortalProcess(server, templates.demonstration)
const browser = await chromium.launch(launchOptions('processor'))
try {
  mkdirSync(folder, { recursive: true })
  for (const size of ['desk', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) await take(size, colorScheme)
  }
} finally {
  await browser.close()
  await portal.close()
  await close()
}

async function take(size: keyof typeof sizes, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: portal.address,
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Agree' }).click()
  await page.goto(search)
  await page.getByRole('main').getByRole('checkbox').nth(2).waitFor()
  await page.screenshot({ path: resolve(folder, `search-${size}-${colorScheme}.png`) })
  await page.goto(`${search}&view=map`)
  await page.getByRole('region', { name: 'Map of the results' }).scrollIntoViewIfNeeded()
  await page
    .getByRole('button', { name: /, \d+\.\d\d mi$/ })
    .first()
    .click()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: resolve(folder, `map-${size}-${colorScheme}.png`) })
  await page.close()
}
