import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

// The headless shell gives the same results with half the processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const insidePlaywright = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-mac/headless_shell',
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/**
 * Lists candidate browsers on this machine: the system's browsers and those that Playwright downloaded, with
 * headless shells and newer versions first.
 */
export function installedBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...applications, ...playwrightBrowsers()].filter((path) => existsSync(path))
}

function playwrightBrowsers() {
  const usual = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), usual)
  if (!existsSync(folder)) return []
  const downloads = readdirSync(folder).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
  const newestFirst = downloads.sort((one, other) => buildNumber(other) - buildNumber(one))
  return insidePlaywright.flatMap((path) => newestFirst.map((name) => join(folder, name, path)))
}

const buildNumber = (name) => Number(name.split('-')[1])
