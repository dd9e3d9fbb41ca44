import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createFeedReader, type FeedReader } from './decision-feed-reader.ts'
import { endUndoTimes, findRecords } from './decision-records.ts'
import {
  addPendingItns,
  approval,
  createDecider,
  type Decider,
  type DecisionResponse,
  runConcurrently,
} from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { run, terminate, waitUntilReady } from './portal-run.ts'
import { findPortalProcess } from './processes.ts'
import type { Report } from './scenario.ts'

const billsPerRound = 400
const restartMs = 2_000

/** The responses by ITN, if there were any. */
type Responses = {
  /** The ITN is the idempotency key. */
  decided: Map<string, DecisionResponse | undefined>
  /** The status of each undo. */
  undone: Map<string, number | undefined>
}

/**
 * Kills the portal while users make and undo decisions and the back office reads the feed, then repeats each decision
 * with its idempotency key.
 */
export async function checkDecisions(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  report: Report,
) {
  const address = `http://127.0.0.1:${installation.port}`
  const starts: number[] = []
  const answers: Responses = { decided: new Map(), undone: new Map() }
  let portal = await start(installation, starts)
  const staff = await createDecider(databaseContext.app, address, 'Clara')
  const reader = await createFeedReader(databaseContext, address, 'scenario')
  const reading = reader.follow()
  let [acknowledged, lost, changed] = [0, 0, 0]
  for (let round = 0; round < installation.kills; round += 1) {
    const prefix = `KILL-${round}`
    const deciding = decideAll(staff, await addPendingItns(databaseContext, prefix, billsPerRound), answers)
    await killAfter(installation, 150 + ((round * 37) % 500))
    await Promise.all([deciding, portal.ended])
    portal = await start(installation, starts)
    const stored = await findRecords(databaseContext, prefix)
    const kept = new Set([...stored.decisions, ...stored.undone])
    const confirmed = listConfirmed(answers, `${prefix}-`)
    acknowledged += confirmed.decided.length
    lost += confirmed.decided.filter((itn) => !kept.has(itn)).length
    lost += confirmed.undone.filter((itn) => !stored.undone.includes(itn)).length
    changed += await repeatRequests(staff, prefix, answers)
  }
  report(
    `the portal is killed ${installation.kills} times under a load of decisions`,
    acknowledged > installation.kills,
    `${acknowledged} acknowledged`,
  )
  report('keeps every acknowledged decision and undo', lost === 0, `${lost} lost`)
  report('a repeated request with the same key gets the same response', changed === 0, `${changed} changed`)
  reader.stop()
  await reading
  await checkRecords(databaseContext, report)
  checkTimes(reader, answers, report)
  await checkFeed(databaseContext, { reader, answers }, report)
  const slow = starts.toSorted((a, b) => a - b)[Math.floor(starts.length * 0.95)] ?? 0
  report(`the portal is ready again within ${restartMs / 1000} s at p95`, slow < restartMs, `${slow} ms`)
  await terminate(portal)
}

async function killAfter({ dataDir }: PortalInstance, ms: number) {
  await pause(ms)
  const processId = findPortalProcess(dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
}

async function start({ env, port }: PortalInstance, starts: number[]) {
  const portal = run([process.execPath, 'src/app/main.ts'], { env })
  starts.push(await waitUntilReady(portal, port))
  return portal
}

/** Lists the ITNs with a prefix whose decision, and whose undo, was acknowledged. */
const listConfirmed = ({ decided, undone }: Responses, prefix = 'KILL') => ({
  decided: [...decided.keys()].filter((itn) => itn.startsWith(prefix) && decided.get(itn)),
  undone: [...undone.keys()].filter((itn) => itn.startsWith(prefix) && undone.get(itn) === 200),
})

/**
 * Has several users make decisions concurrently, each on one bill after another, and undo every third, until the portal
 * stops responding.
 */
async function decideAll(staff: Decider, itns: readonly string[], { decided, undone }: Responses) {
  await runConcurrently(itns, async (itn, at) => {
    const answer = await staff.decide(approval(itn), itn)
    decided.set(itn, answer)
    if (answer && at % 3 === 0) undone.set(itn, await staff.undo(itn, answer.decisionId))
    return answer
  })
}

/** Repeats every request with its key; returns how many responses differ from the first ones. */
async function repeatRequests(staff: Decider, prefix: string, { decided }: Responses): Promise<number> {
  let changed = 0
  for (const [itn, before] of decided) {
    if (!itn.startsWith(`${prefix}-`)) continue
    const again = await staff.decide(approval(itn), itn)
    if (again?.statusCode !== 200 || (before && !isDeepStrictEqual(before, again))) changed += 1
  }
  return changed
}

async function checkRecords(databaseContext: DatabaseContext, report: Report) {
  const { decisions, messages, audits, undone } = await findRecords(databaseContext, 'KILL')
  const all = [...decisions, ...undone].toSorted()
  const counts = `${decisions.length} standing, ${undone.length} undone`
  report('stores no decision twice', new Set(all).size === all.length, counts)
  const same = messages.join() === decisions.join() && audits.toSorted().join() === all.join()
  report('every decision has its audit entry and, unless it was undone, its message', same)
}

/** Compares when the back office got each decision with the end of its undo time. Both are of this machine's clock. */
function checkTimes(reader: FeedReader, { decided }: Responses, report: Report) {
  const delivered = reader.delivered('KILL-')
  const early = delivered.filter(({ itn, atMs }) => atMs < Date.parse(decided.get(itn)?.undoUntil ?? ''))
  const counts = `${early.length} of ${delivered.length} so far`
  report('no decision leaves before its undo time is over', early.length === 0, counts)
}

type Outcome = { reader: FeedReader; answers: Responses }

/** Ends the undo time of all decisions, and reads the rest of the feed. */
async function checkFeed(databaseContext: DatabaseContext, { reader, answers }: Outcome, report: Report) {
  await endUndoTimes(databaseContext, '')
  await reader.readToEnd()
  const delivered = reader.delivered('KILL-').map(({ itn }) => itn)
  const { decisions } = await findRecords(databaseContext, 'KILL')
  report('the feed delivers each decision once', delivered.toSorted().join() === decisions.toSorted().join())
  const { undone } = listConfirmed(answers)
  const left = undone.filter((itn) => delivered.includes(itn))
  report(
    'nothing that was undone in time leaves',
    undone.length > 0 && left.length === 0,
    `${undone.length} undone`,
  )
}
