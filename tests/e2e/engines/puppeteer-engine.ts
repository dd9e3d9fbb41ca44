import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core'
import { createEnvironment, type Engine, pollUntil, type Start, type Tab } from './engine.ts'

/** Headed Chromium and Firefox with their default pop-up blockers. */
export const startChromium: Start = (folder, display) =>
  start(folder, {
    browser: 'chrome',
    executablePath: '/usr/bin/chromium',
    env: createEnvironment({ DISPLAY: display }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })

export const startFirefox: Start = (folder, display) =>
  start(folder, {
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    env: createEnvironment({ DISPLAY: display, MOZ_CRASHREPORTER_DISABLE: '1' }),
    extraPrefsFirefox: {
      'dom.disable_open_during_load': true,
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      'browser.download.start_downloads_in_tmp_dir': false,
      'browser.download.always_ask_before_handling_new_types': false,
      'app.update.enabled': false,
    },
  })

async function start(folder: string, options: LaunchOptions) {
  const browser = await puppeteer.launch({
    ...options,
    headless: false,
    defaultViewport: null,
    ...(options.browser === 'chrome' && { downloadBehavior: { policy: 'allow', downloadPath: folder } }),
  })
  return engineOf(browser, folder).catch(async (error) => {
    await browser.close()
    throw error
  })
}

async function engineOf(browser: Browser, folder: string): Promise<Engine> {
  const [first = await browser.newPage()] = await browser.pages()
  /** Known document windows, by name because Firefox may list one window as two pages. */
  const known = new Set<string>()
  return {
    version: await browser.version(),
    tab: tabOf(first),
    newTab: async () => {
      const opened = await pollUntil('window of a document', async () => {
        for (const page of await browser.pages()) {
          const name = String(await page.evaluate('window.name'))
          if (!name.startsWith('document-') || known.has(name)) continue
          known.add(name)
          return page
        }
        return undefined
      })
      return tabOf(opened)
    },
    folder,
    close: () => browser.close(),
  }
}

const tabOf = (page: Page): Tab => ({
  open: async (address) => {
    await page.goto(address)
  },
  reload: async () => {
    await page.reload()
  },
  value: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
  click: async (selector) => {
    await page.bringToFront()
    await (await page.$(selector))?.click()
  },
  type: async (selector, text) => {
    await page.bringToFront()
    const field = await page.$(selector)
    await field?.click({ count: 3 })
    await field?.type(text)
  },
})
