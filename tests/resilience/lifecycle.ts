import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { survivesKills } from './crash-recovery.ts'
import { freePort, interrupt, ready, run, terminate } from './portal-run.ts'
import { endAll, leftOf, portalOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 6_000
const nextStartMs = 2_000
const npmStart = ['npm', 'start', '--silent']

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/** The portal's lifecycle: start, stop, kill, and invalid settings. */
export const life: Scenario = {
  shows: 'The portal starts fast, explains failures, stops cleanly and survives kill -9.',
  async run(tell) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-life-'))
    const port = await freePort()
    const installation = {
      dataDir,
      port,
      env: environment({ DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'off' }),
    }
    try {
      await startsAndRefusesASecond(installation, tell)
      await startsAgain(installation, tell)
      await survivesKills(installation, tell)
      await refusesNonsense(installation, tell)
      tell('no process is left behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
    } finally {
      endAll(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

function environment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, LOG_LEVEL: 'error', ...settings }
}

async function startsAndRefusesASecond({ dataDir, port, env }: PortalInstance, tell: Report) {
  const portal = run(npmStart, { env })
  const took = await ready(portal, port)
  tell(`the first start is ready within ${firstStartMs / 1000} s`, took < firstStartMs, `${took} ms`)

  const first = portalOf(dataDir)
  const second = run(npmStart, { env: { ...env, PORT: String(await freePort()) } })
  const code = await second.ended
  const isNamed = first !== undefined && second.said().includes(`process ${first}`)
  tell(
    'a second start on the same folder is refused and names the first process',
    code === 1 && isNamed,
    second.said().trim(),
  )

  tell('SIGTERM to npm ends it', [0, 143, 'SIGTERM'].includes(await terminate(portal)))
  tell('and leaves no process behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
}

async function startsAgain({ dataDir, port, env }: PortalInstance, tell: Report) {
  const portal = run(npmStart, { env })
  const took = await ready(portal, port)
  tell(`the next start is ready within ${nextStartMs / 1000} s`, took < nextStartMs, `${took} ms`)
  tell('Ctrl-C ends it', [0, 130, 'SIGINT'].includes(await interrupt(portal)))
  tell('and leaves no process behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
}

async function refusesNonsense({ dataDir, port, env }: PortalInstance, tell: Report) {
  const aFile = join(dataDir, 'a-file')
  writeFileSync(aFile, '')
  await isRefused(tell, 'a wrong port', { ...env, PORT: 'abc' }, /PORT.*abc|PORT.*number/)
  await isRefused(tell, 'a wrong switch', { ...env, DEMO_DATA: 'maybe' }, /DEMO_DATA.*on nor off/)
  await isRefused(tell, 'a data folder that is a file', { ...env, DATA_DIR: aFile }, /DATA_DIR/)
  await isRefused(
    tell,
    'a database that is not there',
    { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ALLOW_INSECURE_TRIAL: 'on' },
    /cannot be reached/,
  )
  await isRefused(
    tell,
    'an address that others can reach, without production settings,',
    { ...env, HOST: '0.0.0.0' },
    /HOST is 0\.0\.0\.0.*OIDC_ISSUER.*PUBLIC_URL.*SMTP_URL/s,
  )

  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await isRefused(tell, 'a taken port', env, new RegExp(`Port ${port} is in use`))
  taken.close()
}

async function isRefused(tell: Report, what: string, env: Record<string, string>, words: RegExp) {
  const portal = run(npmStart, { env })
  const code = await portal.ended
  const said = portal.said().trim()
  const isClear = words.test(said) && !/^\s+at /m.test(said)
  tell(`${what} stops the start with clear words`, code === 1 && isClear, said)
}
