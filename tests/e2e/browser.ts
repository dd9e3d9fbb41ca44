import { existsSync, readFileSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const found = new URL('../../node_modules/.cache/portal/browser.json', import.meta.url)

/** What draws the map: nothing, as in a browser without WebGL, or the processor where there is no graphics card. */
const drawing = {
  nothing: ['--disable-3d-apis'],
  processor: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
}

/**
 * How the tests start Chromium: the one that setup found, and nothing that asks the network by itself. Drawing the
 * map by the processor takes its time, so only those tests have it that look at the map.
 */
export function browser(drawnBy: keyof typeof drawing = 'nothing'): LaunchOptions {
  return {
    executablePath: pathOfChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...drawing[drawnBy],
    ],
  }
}

function pathOfChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(found)) return JSON.parse(readFileSync(found, 'utf8')).executablePath
  return '/usr/bin/chromium'
}
