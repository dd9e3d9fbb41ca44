import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { readConfig } from '#platform/config/settings.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, findPortalProcess, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'
import { createVobIssuer, type IssuedVob } from './vob-issuer.ts'

const rounds = 50
const firstStartMs = 180_000

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/** Verifications of benefits under kill -9: each issued one is stored as issued, with a unique number. */
export const vobCrash: Scenario = {
  shows: `The portal is killed ${rounds} times while it issues a verification of benefits, and no acknowledged letter is lost.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-vob-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const installation = {
      dataDir,
      port,
      env: { PATH, HOME, LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: String(port) },
    }
    try {
      await checkLetters(installation, report)
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

async function checkLetters(installation: PortalInstance, report: Report) {
  const portal = start(installation)
  await waitUntilReady(portal, installation.port, firstStartMs)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  const { issue } = await createVobIssuer(databaseContext.app, `http://127.0.0.1:${installation.port}`)
  await issue()
  const began = performance.now()
  const answered = [await issue()].filter((each) => each !== undefined)
  const usualMs = performance.now() - began
  await terminate(portal)
  for (let round = 0; round < rounds; round += 1)
    answered.push(...(await killWhileIssuing(installation, issue, (round * 1.5 * usualMs) / rounds)))
  await compareWithStored(databaseContext, answered, report)
  await databaseContext.close()
}

const start = ({ env }: PortalInstance) => run([process.execPath, 'src/app/main.ts'], { env })

/** Kills the portal while it issues a letter. Returns the letters received. */
async function killWhileIssuing(
  installation: PortalInstance,
  issue: () => Promise<IssuedVob | undefined>,
  afterMs: number,
) {
  const portal = start(installation)
  await waitUntilReady(portal, installation.port)
  const first = await issue()
  const second = issue()
  await pause(afterMs)
  const processId = findPortalProcess(installation.dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
  await portal.ended
  return [first, await second].filter((each) => each !== undefined)
}

const row = z.object({ number: z.string(), sha256: z.string() })

async function compareWithStored({ owner }: DatabaseContext, answered: IssuedVob[], report: Report) {
  const stored = await owner.transaction().execute(async (scoped) => {
    await sql`select set_config('portal.client_codes', 'ALP1,ALP2,ALP3', true)`.execute(scoped)
    return queryRows(scoped, row, sql`select number, encode(pdf_sha256, 'hex') as sha256 from vob`)
  })
  const storedHashes = new Map(stored.map(({ number, sha256 }) => [number, sha256]))
  const lost = answered.filter(({ number, pdf }) => storedHashes.get(number) !== hash('sha256', pdf))
  const numbers = new Set(answered.map(({ number }) => number))
  report(
    `the portal returns more than ${rounds} letters around ${rounds} kill -9`,
    answered.length > rounds,
    `${answered.length}`,
  )
  report(
    'every returned letter is stored unchanged',
    lost.length === 0,
    lost.map(({ number }) => number).join(' '),
  )
  report('no number is used twice', numbers.size === answered.length)
  const unanswered = stored.length - answered.length
  report(
    'letters stored but not returned are explained by kills',
    unanswered <= rounds + 1,
    `${unanswered} stored, not returned`,
  )
}
