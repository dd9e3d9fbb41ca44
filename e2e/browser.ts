import { existsSync, readFileSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const found = new URL('../node_modules/.cache/portal/browser.json', import.meta.url)

/** How the tests start Chromium: the one that setup found, and nothing that asks the network by itself. */
export function browser(): LaunchOptions {
  return {
    executablePath: pathOfChromium(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  }
}

function pathOfChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(found)) return JSON.parse(readFileSync(found, 'utf8')).executablePath
  return '/usr/bin/chromium'
}
