// Finds a browser that starts, or downloads one, and records its path for the tests.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromApt, fromNpm } from './browser-source.mjs'
import { oneAtATime } from './file-lock.mjs'
import { installedBrowsers } from './installed-browsers.mjs'
import { cache } from './root.mjs'
import { stop } from './run.mjs'
import { startsUp } from './verify-browser.mjs'

const note = join(cache, 'browser.json')

if (process.env.CHROMIUM_PATH) {
  if (!(await startsUp(process.env.CHROMIUM_PATH))) {
    stop(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but no browser starts from that path.`,
      'Correct it, or unset it.',
    )
  }
} else if (!isKnown()) await oneAtATime('browser', () => (isKnown() ? undefined : find()))

/** Whether the recorded browser is still the file that was verified. */
function isKnown() {
  if (!existsSync(note)) return false
  const { executablePath, changed } = JSON.parse(readFileSync(note, 'utf8'))
  return existsSync(executablePath) && statSync(executablePath).mtimeMs === changed
}

async function find() {
  for (const path of installedBrowsers()) if (await startsUp(path)) return write(path)
  for (const source of [fromNpm, fromApt]) {
    const path = await source()
    if (path && (await startsUp(path))) return write(path)
  }
  stop(
    'The tests need Chromium. None was found, the one from npm does not start here, and apt could not install one.',
    process.platform === 'linux'
      ? 'Run: sudo apt-get install -y chromium'
      : 'Run: npx playwright install chromium',
    'Or set its path: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

function write(executablePath) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(note, JSON.stringify({ executablePath, changed: statSync(executablePath).mtimeMs }))
}
