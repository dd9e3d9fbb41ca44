import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { rowsOf, sql } from '#platform/server/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/server/database-context.ts'
import { readConfig } from '#platform/server/settings.ts'
import { freePort, ready, run, terminate } from './portal-run.ts'
import { endAll, leftOf, portalOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'
import { type Issued, vobStaff } from './vob-issuer.ts'

const rounds = 50
const firstStartMs = 180_000

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

/** Verifications of benefits under kill -9: each issued one is stored as issued, under a unique number. */
export const vobKills: Scenario = {
  shows: `The portal is killed ${rounds} times while it issues a verification of benefits, and no acknowledged letter is lost.`,
  async run(tell) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-vob-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const installation = {
      dataDir,
      port,
      env: { PATH, HOME, LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: String(port) },
    }
    try {
      await losesNoVob(installation, tell)
      tell('no process is left behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
    } finally {
      endAll(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function losesNoVob(installation: PortalInstance, tell: Report) {
  const portal = start(installation)
  await ready(portal, installation.port, firstStartMs)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  const { issue } = await vobStaff(databaseContext.app, `http://127.0.0.1:${installation.port}`)
  await issue()
  const began = performance.now()
  const answered = [await issue()].filter((each) => each !== undefined)
  const usualMs = performance.now() - began
  await terminate(portal)
  for (let round = 0; round < rounds; round += 1)
    answered.push(...(await killWhileIssuing(installation, issue, (round * 1.5 * usualMs) / rounds)))
  await compare(databaseContext, answered, tell)
  await databaseContext.close()
}

const start = ({ env }: PortalInstance) => run([process.execPath, 'src/app/main.ts'], { env })

/** What was answered by a portal that is killed while it issues one more. */
async function killWhileIssuing(
  installation: PortalInstance,
  issue: () => Promise<Issued | undefined>,
  afterMs: number,
) {
  const portal = start(installation)
  await ready(portal, installation.port)
  const first = await issue()
  const second = issue()
  await pause(afterMs)
  const processId = portalOf(installation.dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
  await portal.ended
  return [first, await second].filter((each) => each !== undefined)
}

const row = z.object({ number: z.string(), sha256: z.string() })

async function compare({ owner }: DatabaseContext, answered: Issued[], tell: Report) {
  const kept = await owner.transaction().execute(async (scoped) => {
    await sql`select set_config('portal.client_codes', 'ALP1,ALP2,ALP3', true)`.execute(scoped)
    return rowsOf(scoped, row, sql`select number, encode(pdf_sha256, 'hex') as sha256 from vob`)
  })
  const shaOf = new Map(kept.map(({ number, sha256 }) => [number, sha256]))
  const lost = answered.filter(({ number, pdf }) => shaOf.get(number) !== hash('sha256', pdf))
  const numbers = new Set(answered.map(({ number }) => number))
  tell(
    `${rounds} times kill -9, and more than ${rounds} letters were answered`,
    answered.length > rounds,
    `${answered.length}`,
  )
  tell(
    'every letter that was answered is kept as it was answered',
    lost.length === 0,
    lost.map(({ number }) => number).join(' '),
  )
  tell('no number was given twice', numbers.size === answered.length)
  const unanswered = kept.length - answered.length
  tell(
    'a letter that was kept and not answered is of a portal that was killed',
    unanswered <= rounds + 1,
    `${unanswered} kept, not answered`,
  )
}
