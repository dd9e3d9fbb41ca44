// Takes the screenshots of the README and docs/ with demo data: `npm run screenshots`. Names after `--` limit
// the run to those.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { root } from '../../tests/architecture/source.ts'
import { browser as launchOptions } from '../../tests/e2e/browser.ts'
import openDatabases from '../../tests/e2e/databases.ts'
import { startPortalProcess } from '../../tests/e2e/portal-process.ts'
import { readRunDatabases } from '../../tests/e2e/run-databases.ts'
import { memberScreenshots } from './member-screenshots.ts'
import { searchScreenshots, showList, showMap } from './search-screenshots.ts'
import { staffScreenshots } from './staff-screenshots.ts'

const folder = resolve(root, 'docs/screenshots')
const wanted = process.argv.slice(2)
const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(name)
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

process.env.DEMO_DATE = new Date().toISOString().slice(0, 10)
const close = await openDatabases()
const { server, templates } = readRunDatabases()
const portal = await startPortalProcess(server, templates.demo)
const browser = await chromium.launch(launchOptions('processor'))
try {
  mkdirSync(folder, { recursive: true })
  for (const size of ['desktop', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await takeSearches(size, colorScheme)
      await takeStaff(size, colorScheme)
    }
  }
} finally {
  await browser.close()
  await portal.close()
  await close()
}

type Size = keyof typeof sizes
type Scheme = 'light' | 'dark'

async function takeSearches(size: Size, colorScheme: Scheme) {
  const { page, context } = await freshPage(size, colorScheme)
  for (const search of searchScreenshots.filter(isWanted)) {
    await showList(page, search, size === 'phone')
    await take(page, context, `${search.name}-list-${size}-${colorScheme}`)
    await showMap(page, search)
    await take(page, context, `${search.name}-map-${size}-${colorScheme}`)
  }
  await context.close()
}

async function takeStaff(size: Size, colorScheme: Scheme) {
  for (const { name, show } of [...staffScreenshots, ...memberScreenshots].filter(isWanted)) {
    const { page, context } = await freshPage(size, colorScheme)
    await show(page)
    await page.waitForLoadState('networkidle')
    await take(page, context, `${name}-${size}-${colorScheme}`)
    await context.close()
  }
}

/** A new page for a visitor who has accepted cookies. */
async function freshPage(size: Size, colorScheme: Scheme) {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: portal.address,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Agree' }).click()
  return { page, context }
}

/** Saves a small screenshot; Chromium encodes it as WebP. */
async function take(page: Page, context: BrowserContext, name: string) {
  const png = (await page.screenshot()).toString('base64')
  const blank = await context.newPage()
  const webp = await blank.evaluate(asWebP, png)
  await blank.close()
  writeFileSync(resolve(folder, `${name}.webp`), Buffer.from(webp, 'base64'))
}

/** Runs in the page. */
async function asWebP(png: string): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 })
  const characters = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte))
  return btoa(characters.join(''))
}
