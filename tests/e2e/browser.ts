import { existsSync, readFileSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const found = new URL('../../node_modules/.cache/portal/browser.json', import.meta.url)

/** Flags that turn WebGL off, or render it on the processor because there may be no graphics card. */
const drawing = {
  nothing: ['--disable-3d-apis'],
  processor: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
}

/**
 * The launch options: the Chromium that setup found, without background network requests. Rendering the map on
 * the processor is slow, so only tests of the map enable it.
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

/**
 * The launch options of tests. Optimizing the code of a page costs more than it saves: tests load many pages and stay on each
 * for seconds. Benchmarks keep the compilers of people's browsers.
 */
export function testBrowser(drawnBy?: keyof typeof drawing): LaunchOptions {
  const { args = [], ...options } = browser(drawnBy)
  return { ...options, args: [...args, '--js-flags=--no-maglev --no-turbofan'] }
}

/** The options of all map tests. Files share a worker only if they use the same object. */
export const mapBrowser = testBrowser('processor')

function pathOfChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(found)) return JSON.parse(readFileSync(found, 'utf8')).executablePath
  return '/usr/bin/chromium'
}
