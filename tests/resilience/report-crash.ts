import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseContext, openDatabaseContext } from '#platform/server/database-context.ts'
import { readConfig } from '#platform/server/settings.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { freePort, ready, run, terminate } from './portal-run.ts'
import { endAll, leftOf } from './processes.ts'
import { killedWhileMade, kills, type ReportHouse } from './report-crash-rounds.ts'
import { readerAt } from './report-reader.ts'
import { isWholeReport, keptOfRuns, someIncident } from './report-records.ts'
import type { Report, Scenario } from './scenario.ts'

const bills = 12_000
const firstStartMs = 600_000

/** Large reports under kill -9: each is completed once or reported as failed. */
export const reportKills: Scenario = {
  shows: `The portal is killed ${kills} times while it creates a large report: the report is completed once, or marked failed after the third attempt.`,
  async run(tell) {
    const folder = mkdtempSync(join(tmpdir(), 'portal-reports-'))
    const [dataDir, temporary] = [join(folder, 'data'), join(folder, 'temporary')]
    for (const each of [dataDir, temporary]) mkdirSync(each)
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), TMPDIR: temporary }
    const installation = { dataDir, port, env: { PATH, HOME, LOG_LEVEL: 'error', ...settings } }
    try {
      await losesNoReport(installation, tell)
      tell('no process is left behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
      const left = readdirSync(temporary)
      tell('and no temporary file', left.length === 0, left.join(' '))
    } finally {
      endAll(dataDir)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function losesNoReport(installation: ReportHouse, tell: Report) {
  const portal = run([process.execPath, 'src/app/main.ts'], { env: installation.env })
  await ready(portal, installation.port, firstStartMs)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  try {
    await addBills(databaseContext.owner, 'ALP1', await someIncident(databaseContext), bills)
    const address = `http://127.0.0.1:${installation.port}`
    const [ada, bob] = [
      await readerAt(databaseContext.app, address, 'Ada'),
      await readerAt(databaseContext.app, address, 'Bob'),
    ]
    const began = performance.now()
    const ofBob = await bob.ordered()
    await bob.ended(ofBob)
    const usualMs = performance.now() - began
    const before = await bob.opened(ofBob)
    tell('a large report has every bill once', await isWholeReport(before.pdf, bills), shownMs(usualMs))

    const last = await killedWhileMade(
      { installation, databaseContext, reader: ada, portal, usualMs, bills },
      tell,
    )
    const after = await bob.opened(ofBob)
    tell('the report of somebody else is what it was', Buffer.compare(before.pdf, after.pdf) === 0)
    const foreign = await ada.opened(ofBob)
    tell('and theirs alone', foreign.status === 404, `${foreign.status}`)
    await isKeptOnce(databaseContext, tell)
    await terminate(last)
  } finally {
    await databaseContext.close()
  }
}

async function isKeptOnce(databaseContext: DatabaseContext, tell: Report) {
  const { runs, ordered, unfinished, strayParts, halves } = await keptOfRuns(databaseContext)
  tell('there is one run for each order that was written down', runs === ordered, `${runs} and ${ordered}`)
  tell('none is under way any more', unfinished === 0, `${unfinished}`)
  tell('no part of a PDF is left of a run that failed', strayParts === 0, `${strayParts}`)
  tell('none that is done lacks a part', halves === 0, `${halves}`)
}

const shownMs = (ms: number) => `${Math.round(ms / 100) / 10} s`
