import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../resilience/portal-run.ts'
import { createEnvironment, type Engine, pollUntil, type Start, type Tab } from './engine.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const created = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string().default('') }),
})
const element = z.object({ [elementKey]: z.string() })

type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** WebKitGTK's MiniBrowser, driven with the WebDriver (W3C) commands that Debian's WebKitWebDriver supports. */
export const startWebKit: Start = async (folder, display) => {
  const port = await freePort()
  const configuration = join(folder, '.config')
  await mkdir(configuration, { recursive: true })
  await writeFile(join(configuration, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`)
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: createEnvironment({
      DISPLAY: display,
      HOME: folder,
      XDG_CONFIG_HOME: configuration,
      LIBGL_ALWAYS_SOFTWARE: '1',
    }),
  })
  return engineOf(driver, port, folder).catch((error) => {
    driver.kill()
    throw error
  })
}

async function engineOf(driver: ChildProcess, port: number, folder: string): Promise<Engine> {
  const base = `http://127.0.0.1:${port}`
  await pollUntil('WebKitWebDriver', async () => (await fetch(`${base}/status`)).ok)
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } }
  const session = created.parse(await send(base, 'POST', '/session', { capabilities: { alwaysMatch } }))
  const command: Command = (method, path, body) =>
    send(base, method, `/session/${session.sessionId}${path}`, body)
  await command('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 })
  const windowSize = { width: 1280, height: 800 }
  await command('POST', '/window/rect', windowSize)
  const known = new Set([String(await command('GET', '/window'))])
  return {
    version: `WebKitGTK ${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
    tab: tabOf(command, [...known][0] ?? ''),
    newTab: async () => {
      const handle = await pollUntil('new tab', async () => {
        const open = z.array(z.string()).parse(await command('GET', '/window/handles'))
        return open.find((each) => !known.has(each))
      })
      known.add(handle)
      await command('POST', '/window', { handle })
      await command('POST', '/window/rect', windowSize)
      return tabOf(command, handle)
    },
    folder,
    close: async () => {
      await command('DELETE', '').catch(() => {})
      driver.kill()
    },
  }
}

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

function tabOf(command: Command, handle: string): Tab {
  const here = () => command('POST', '/window', { handle })
  const found = async (selector: string) => {
    await here()
    const given = await command('POST', '/element', { using: 'css selector', value: selector })
    return `/element/${element.parse(given)[elementKey]}`
  }
  return {
    open: async (url) => {
      await here()
      await command('POST', '/url', { url })
    },
    reload: async () => {
      await here()
      await command('POST', '/refresh', {})
    },
    value: async <T>(expression: string) => {
      await here()
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done(String(error)))`
      return (await command('POST', '/execute/async', { script, args: [] })) as T
    },
    click: async (selector) => {
      await pollUntil(`free view of ${selector}`, async () => {
        await command('POST', `${await found(selector)}/click`, {})
        return true
      })
    },
    type: async (selector, text) => {
      const field = await found(selector)
      await command('POST', `${field}/clear`, {})
      await command('POST', `${field}/value`, { text })
    },
  }
}

async function send(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = z.object({ value: z.unknown() }).parse(await answer.json())
  if (answer.ok) return value
  const { error, message } = z.object({ error: z.string(), message: z.string() }).parse(value)
  throw new Error(`${error}: ${message}`)
}
