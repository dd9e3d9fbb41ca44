import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import { killDuringReports, kills, type PortalInstance } from './report-crash-rounds.ts'
import { createReportReader } from './report-reader.ts'
import { countRuns, findIncident, isCompleteReport } from './report-records.ts'
import type { Report, Scenario } from './scenario.ts'

const bills = 12_000
const firstStartMs = 600_000

/** Large reports under kill -9: each is completed once or reported as failed. */
export const reportCrash: Scenario = {
  shows: `The portal is killed ${kills} times while it creates a large report: the report is completed once, or marked failed after the third attempt.`,
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'portal-reports-'))
    const [dataDir, temporary] = [join(folder, 'data'), join(folder, 'temporary')]
    for (const each of [dataDir, temporary]) mkdirSync(each)
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), TMPDIR: temporary }
    const installation = { dataDir, port, env: { PATH, HOME, LOG_LEVEL: 'error', ...settings } }
    try {
      await checkReports(installation, report)
      report(
        'leaves no process behind',
        (await describeRemaining(dataDir)) === '',
        await describeRemaining(dataDir),
      )
      const left = readdirSync(temporary)
      report('leaves no temporary file behind', left.length === 0, left.join(' '))
    } finally {
      killRemaining(dataDir)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function checkReports(installation: PortalInstance, report: Report) {
  const portal = run([process.execPath, 'src/app/main.ts'], { env: installation.env })
  await waitUntilReady(portal, installation.port, firstStartMs)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  try {
    await addBills(databaseContext.owner, 'ALP1', await findIncident(databaseContext), bills)
    const address = `http://127.0.0.1:${installation.port}`
    const [ada, bob] = [
      await createReportReader(databaseContext.app, address, 'Ada'),
      await createReportReader(databaseContext.app, address, 'Bob'),
    ]
    const began = performance.now()
    const bobsRun = await bob.requestRun()
    await bob.ended(bobsRun)
    const usualMs = performance.now() - began
    const before = await bob.opened(bobsRun)
    report(
      'a large report contains every bill once',
      await isCompleteReport(before.pdf, bills),
      formatSeconds(usualMs),
    )

    const last = await killDuringReports(
      { installation, databaseContext, reader: ada, portal, usualMs, bills },
      report,
    )
    const after = await bob.opened(bobsRun)
    report("another user's report does not change", Buffer.compare(before.pdf, after.pdf) === 0)
    const foreign = await ada.opened(bobsRun)
    report("another user's report is not accessible", foreign.status === 404, `${foreign.status}`)
    await checkStoredRuns(databaseContext, report)
    await terminate(last)
  } finally {
    await databaseContext.close()
  }
}

async function checkStoredRuns(databaseContext: DatabaseContext, report: Report) {
  const { runs, ordered, unfinished, strayParts, incomplete } = await countRuns(databaseContext)
  report('each audited request has one run', runs === ordered, `${runs} and ${ordered}`)
  report('no run is unfinished', unfinished === 0, `${unfinished}`)
  report('failed runs leave no PDF parts', strayParts === 0, `${strayParts}`)
  report('completed runs have all PDF parts', incomplete === 0, `${incomplete}`)
}

const formatSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
