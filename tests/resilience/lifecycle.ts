import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCrashRecovery } from './crash-recovery.ts'
import { freePort, interrupt, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, findPortalProcess, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 6_000
const nextStartMs = 2_000
const npmStart = ['npm', 'start', '--silent']

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/** The portal's lifecycle: start, stop, kill, and invalid settings. */
export const lifecycle: Scenario = {
  shows: 'The portal starts fast, explains failures, stops cleanly and survives kill -9.',
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-life-'))
    const port = await freePort()
    const installation = {
      dataDir,
      port,
      env: environment({ DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'off' }),
    }
    try {
      await checkFirstStart(installation, report)
      await checkNextStart(installation, report)
      await checkCrashRecovery(installation, report)
      await checkInvalidSettings(installation, report)
      report(
        'leaves no process behind',
        (await describeRemaining(dataDir)) === '',
        await describeRemaining(dataDir),
      )
    } finally {
      killRemaining(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

function environment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, LOG_LEVEL: 'error', ...settings }
}

async function checkFirstStart({ dataDir, port, env }: PortalInstance, report: Report) {
  const portal = run(npmStart, { env })
  const took = await waitUntilReady(portal, port)
  report(`the first start is ready within ${firstStartMs / 1000} s`, took < firstStartMs, `${took} ms`)

  const first = findPortalProcess(dataDir)
  const second = run(npmStart, { env: { ...env, PORT: String(await freePort()) } })
  const code = await second.ended
  const isNamed = first !== undefined && second.output().includes(`process ${first}`)
  report(
    'a second start on the same folder fails and names the first process',
    code === 1 && isNamed,
    second.output().trim(),
  )

  report('SIGTERM to npm stops the portal', [0, 143, 'SIGTERM'].includes(await terminate(portal)))
  report(
    'leaves no process behind',
    (await describeRemaining(dataDir)) === '',
    await describeRemaining(dataDir),
  )
}

async function checkNextStart({ dataDir, port, env }: PortalInstance, report: Report) {
  const portal = run(npmStart, { env })
  const took = await waitUntilReady(portal, port)
  report(`the next start is ready within ${nextStartMs / 1000} s`, took < nextStartMs, `${took} ms`)
  report('Ctrl-C stops the portal', [0, 130, 'SIGINT'].includes(await interrupt(portal)))
  report(
    'leaves no process behind',
    (await describeRemaining(dataDir)) === '',
    await describeRemaining(dataDir),
  )
}

async function checkInvalidSettings({ dataDir, port, env }: PortalInstance, report: Report) {
  const aFile = join(dataDir, 'a-file')
  writeFileSync(aFile, '')
  await checkStartFails(report, 'an invalid port', { ...env, PORT: 'abc' }, /PORT.*abc|PORT.*number/)
  await checkStartFails(report, 'an invalid switch', { ...env, DEMO_DATA: 'maybe' }, /DEMO_DATA.*on nor off/)
  await checkStartFails(report, 'a data folder that is a file', { ...env, DATA_DIR: aFile }, /DATA_DIR/)
  await checkStartFails(
    report,
    'a missing database',
    { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ALLOW_INSECURE_TRIAL: 'on' },
    /cannot be reached/,
  )
  await checkStartFails(
    report,
    'a public address without production settings',
    { ...env, HOST: '0.0.0.0' },
    /HOST is 0\.0\.0\.0.*OIDC_ISSUER.*PUBLIC_URL.*SMTP_URL/s,
  )

  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await checkStartFails(report, 'a port in use', env, new RegExp(`Port ${port} is in use`))
  taken.close()
}

async function checkStartFails(report: Report, what: string, env: Record<string, string>, words: RegExp) {
  const portal = run(npmStart, { env })
  const code = await portal.ended
  const said = portal.output().trim()
  const isClear = words.test(said) && !/^\s+at /m.test(said)
  report(`${what} stops the portal with a clear message`, code === 1 && isClear, said)
}
