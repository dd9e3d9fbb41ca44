// npm run test:browsers [-- chromium|firefox|webkit …] runs the main flows in headed browsers on a virtual
// screen. Exit code 1 if a step fails or a browser is missing, 2 for an unknown browser.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createEnvironment, type Supported } from './engine.ts'
import { mainFlows, type Step } from './flows.ts'
import { startChromium, startFirefox } from './puppeteer-engine.ts'
import { startWebKit } from './webkit-engine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const supported: Supported[] = [
  { name: 'chromium', program: 'chromium', debianPackage: 'chromium', start: startChromium },
  { name: 'firefox', program: 'firefox-esr', debianPackage: 'firefox-esr', start: startFirefox },
  { name: 'webkit', program: 'WebKitWebDriver', debianPackage: 'webkit2gtk-driver', start: startWebKit },
]

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !supported.some((each) => each.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no browser "${unknown[0]}". There are: ${supported.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = supported.filter(({ name }) => asked.length === 0 || asked.includes(name))
process.exitCode = await runAll(chosen)

async function runAll(browsers: Supported[]): Promise<0 | 1> {
  if (!isInstalled('Xvfb')) {
    console.error('Xvfb is missing, which gives browsers a screen. Install it: apt-get install xvfb')
    return 1
  }
  const folder = await mkdtemp(join(tmpdir(), 'portal-browsers-'))
  const started: ChildProcess[] = []
  const failed: string[] = []
  try {
    const display = await startScreen(started)
    const portal = await startPortal(join(folder, 'data'), started)
    for (const browser of browsers) if (!(await runOne(browser, portal, display))) failed.push(browser.name)
  } finally {
    for (const child of started.reverse()) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    failed.length === 0
      ? 'Every step works in every browser.'
      : `Not everything works in: ${failed.join(', ')}.`,
  )
  return failed.length === 0 ? 0 : 1
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}

type PortalInfo = Parameters<typeof mainFlows>[1]

/** Whether a browser starts and passes all steps. A failed step does not stop the others. */
async function runOne(browser: Supported, portal: PortalInfo, display: string): Promise<boolean> {
  const { name, program, debianPackage } = browser
  if (!isInstalled(program)) {
    console.error(`${name}: not tested, ${program} is missing. Install it: apt-get install ${debianPackage}`)
    return false
  }
  const folder = await mkdtemp(join(tmpdir(), `portal-${name}-`))
  try {
    return await runIn(browser, { portal, display, folder })
  } catch (error) {
    console.error(`${name}: FAILED (${(error as Error).message})`)
    return false
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type RunContext = { portal: PortalInfo; display: string; folder: string }

async function runIn({ name, start }: Supported, { portal, display, folder }: RunContext): Promise<boolean> {
  let passed = true
  const engine = await start(folder, display)
  console.log(`${name}: ${engine.version}`)
  const step: Step = async (description, work) => {
    const began = performance.now()
    const outcome = await work().then(
      (details) => ({ mark: 'ok    ', details }),
      (error: Error) => ({ mark: 'FAILED', details: error.message }),
    )
    if (outcome.mark === 'FAILED') passed = false
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `  ${outcome.mark}  ${description} (${[outcome.details, `${seconds} s`].filter(Boolean).join(', ')})`,
    )
  }
  try {
    await mainFlows(engine, portal, step)
  } finally {
    await engine.close()
  }
  return passed
}

/** Starts a virtual screen with a free number. Returns its name. */
async function startScreen(started: ChildProcess[]): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', words, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: createEnvironment({}),
  })
  started.push(child)
  const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream })
  for await (const number of lines) return `:${number}`
  throw new Error('Xvfb did not start.')
}

/** Starts the portal with demo data, like `npm start`. Returns the demo card that it prints. */
async function startPortal(dataDir: string, started: ChildProcess[]): Promise<PortalInfo> {
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    env: createEnvironment({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
  })
  started.push(child)
  const output: string[] = []
  let address: string | undefined
  child.stderr.on('data', (text) => output.push(String(text)))
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    if (line.includes('ready')) address = /https?:\/\/\S+/.exec(line)?.[0] ?? address
    const [, policy, firstName, lastName, dateOfBirth] =
      /card: policy (\S+), (\S+) (.+), born (\S+?)\.$/.exec(line) ?? []
    if (!address || !policy || !firstName || !lastName || !dateOfBirth) continue
    child.stdout.resume()
    const card = { policy, firstName, lastName, dateOfBirth }
    return { address, password: 'demo-portal-2026', card }
  }
  throw new Error(`The portal did not start:\n${output.join('\n')}`)
}
