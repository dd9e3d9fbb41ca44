import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { checkClockJumps } from './decision-clock-jumps.ts'
import { checkDecisions } from './decision-crash.ts'
import { checkDeadLetters } from './decision-dead-letters.ts'
import { checkDueTimes } from './decision-due-times.ts'
import { checkEarlySending } from './decision-early.ts'
import { checkLeaseRaces, checkPlantedLock, leaveBills } from './decision-lease-races.ts'
import { checkNotifications } from './decision-notifications.ts'
import { findRecords } from './decision-records.ts'
import {
  addPendingItns,
  approval,
  createDecider,
  type Decider,
  denial,
  runConcurrently,
} from './decision-staff.ts'
import { checkSendRaces, checkUndoRaces, type Races } from './decision-undo-races.ts'
import { withMovedClock } from './moved-clock.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

/** SHARE=0.1 runs a tenth of the races and kills, for a quick check. */
const share = Number(process.env.SHARE ?? 1)
const races = Math.ceil(1000 * share)
const kills = Math.ceil(50 * share)
const firstStartMs = 600_000

export type PortalInstance = { dataDir: string; port: number; env: Record<string, string>; kills: number }

/** Concurrent decisions, undos and leases, a moved clock, and kill -9 during decisions and notifications. */
export const decisions: Scenario = {
  shows: `Exactly one side wins when two people decide the same bill and when an undo races the feed, a decision that races an undo ends as if one came first, and a lease never blocks a decision (${races.toLocaleString('en-US')} races each). In ${kills} runs of kill -9, no decision is lost, duplicated or truncated, and none that was undone in time is released; in ${kills} more, every notification arrives. No due time jumps when the clocks of the portal and its database move over midnight, holidays and daylight-saving changes. Planted faults are caught.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-decisions-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_PER_MINUTE: '100000000' }
    const installation = { dataDir, port, kills, env: { PATH, HOME, LOG_LEVEL: 'error', ...settings } }
    try {
      await runChecks(installation, report)
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

async function runChecks(installation: PortalInstance, report: Report) {
  const portal = run([process.execPath, 'src/app/main.ts'], { env: installation.env })
  await waitUntilReady(portal, installation.port, firstStartMs)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  try {
    const address = `http://127.0.0.1:${installation.port}`
    const ada = await createDecider(databaseContext.app, address, 'Ada')
    const bob = await createDecider(databaseContext.app, address, 'Bob')
    const run: Races = { databaseContext, address, races }
    await checkRaces(run, [ada, bob], report)
    await checkLeaseRaces(run, [ada, bob], report)
    const checkLeft = await leaveBills(run, [ada, bob], report)
    await checkUndoRaces(run, [ada, bob], report)
    await checkSendRaces(run, ada, report)
    await checkLeft()
    await terminate(portal)
    await checkDecisions(databaseContext, installation, report)
    await checkEarlySending(databaseContext, installation, report)
    await checkPlantedLock(databaseContext, installation, report)
    await checkNotifications(databaseContext, installation, report)
    await checkDeadLetters(databaseContext.owner, installation, report)
    await withMovedClock(databaseContext.owner, installation, async (clock) => {
      await checkClockJumps(clock, installation, report)
      await checkDueTimes(clock, installation, report)
    })
  } finally {
    await databaseContext.close()
  }
}

/** Has two users make a decision on each bill at the same time: one approves it, the other denies it. */
async function checkRaces({ databaseContext }: Races, [ada, bob]: [Decider, Decider], report: Report) {
  const itns = await addPendingItns(databaseContext, 'RACE', races)
  const outcomes = await runConcurrently(itns, async (itn) => {
    const answers = await Promise.all([ada.decide(approval(itn)), bob.decide(denial(itn))])
    return answers
      .map((answer) => answer?.statusCode ?? 0)
      .sort()
      .join()
  })
  const unexpected = outcomes.filter((outcome) => outcome !== '200,409')
  report(
    `${races} races end with one 200 and one 409`,
    unexpected.length === 0,
    unexpected.slice(0, 3).join(' '),
  )
  const records = await findRecords(databaseContext, 'RACE')
  const lists = [records.decisions, records.messages, records.audits]
  const isOnce = lists.every((list) => list.length === races && new Set(list).size === races)
  report('each race leaves one decision, one message and one audit entry', isOnce, formatCounts(lists))
}

const formatCounts = (lists: string[][]) => lists.map(({ length }) => length).join(', ')
