// Takes the pictures of the README and of docs/ again, of the demonstration: `npm run pictures`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browser as launchOptions } from '../e2e/browser.ts'
import openDatabases, { databasesOfRun } from '../e2e/databases.ts'
import { startPortalProcess } from '../e2e/portal-process.ts'
import { searchPictures, showList, showMap } from './search-pictures.ts'
import { root } from './source.ts'

const folder = resolve(root, 'docs/pictures')
const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

const close = await openDatabases()
const { server, templates } = databasesOfRun()
const portal = await startPortalProcess(server, templates.demonstration)
const browser = await chromium.launch(launchOptions('processor'))
try {
  mkdirSync(folder, { recursive: true })
  for (const size of ['desk', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) await takeSearches(size, colorScheme)
  }
} finally {
  await browser.close()
  await portal.close()
  await close()
}

async function takeSearches(size: keyof typeof sizes, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: portal.address,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Agree' }).click()
  for (const search of searchPictures) {
    await showList(page, search, size === 'phone')
    await take(page, context, `${search.name}-list-${size}-${colorScheme}`)
    await showMap(page, search)
    await take(page, context, `${search.name}-map-${size}-${colorScheme}`)
  }
  await context.close()
}

/** Keeps a picture of what the page shows, small: Chromium itself writes it as WebP. */
async function take(page: Page, context: BrowserContext, name: string) {
  const picture = (await page.screenshot()).toString('base64')
  const blank = await context.newPage()
  const webp = await blank.evaluate(asWebP, picture)
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
  const letters = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte))
  return btoa(letters.join(''))
}
