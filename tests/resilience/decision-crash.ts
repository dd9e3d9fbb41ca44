import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createServiceToken } from '#sign-in/server/service-tokens.ts'
import { findRecords, listFeedDecisions } from './decision-records.ts'
import { addPendingItns, approval, createDecider, type DecisionResponse } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { run, terminate, waitUntilReady } from './portal-run.ts'
import { findPortalProcess } from './processes.ts'
import type { Report } from './scenario.ts'

const concurrency = 8
const billsPerRound = 400
const restartMs = 2_000

type Staff = Awaited<ReturnType<typeof createDecider>>
/** The response to each decision, if there was one, by idempotency key. */
type Responses = Map<string, DecisionResponse | undefined>

/** Kills the portal while users make decisions, then repeats each request with its idempotency key. */
export async function checkDecisions(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  report: Report,
) {
  const address = `http://127.0.0.1:${installation.port}`
  const starts: number[] = []
  const answers: Responses = new Map()
  let portal = await start(installation, starts)
  const staff = await createDecider(databaseContext.app, address, 'Clara')
  let [acknowledged, lost, changed] = [0, 0, 0]
  for (let round = 0; round < installation.kills; round += 1) {
    const prefix = `KILL-${round}`
    const deciding = decideAll(staff, await addPendingItns(databaseContext, prefix, billsPerRound), answers)
    await killAfter(installation, 150 + ((round * 37) % 500))
    await Promise.all([deciding, portal.ended])
    portal = await start(installation, starts)
    const stored = new Set((await findRecords(databaseContext, prefix)).decisions)
    const confirmed = Array.from(answers.keys()).filter(
      (itn) => itn.startsWith(`${prefix}-`) && answers.get(itn),
    )
    acknowledged += confirmed.length
    lost += confirmed.filter((itn) => !stored.has(itn)).length
    changed += await repeatRequests(staff, prefix, answers)
  }
  report(
    `the portal is killed ${installation.kills} times under a load of decisions`,
    acknowledged > installation.kills,
    `${acknowledged} acknowledged`,
  )
  report('keeps every acknowledged decision', lost === 0, `${lost} lost`)
  report('a repeated request with the same key gets the same response', changed === 0, `${changed} changed`)
  await checkRecords(databaseContext, report)
  await checkFeed(databaseContext, address, report)
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

/**
 * Has several users make decisions concurrently, each on one bill after another, until the portal stops
 * responding.
 */
async function decideAll(staff: Staff, itns: readonly string[], answers: Responses) {
  const waiting = itns.values()
  const work = async () => {
    for (const itn of waiting) {
      const answer = await staff.decide(approval(itn), itn)
      answers.set(itn, answer)
      if (!answer) return
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Repeats every request with its key; returns how many responses differ from the first ones. */
async function repeatRequests(staff: Staff, prefix: string, answers: Responses): Promise<number> {
  let changed = 0
  for (const [itn, before] of answers) {
    if (!itn.startsWith(`${prefix}-`)) continue
    const again = await staff.decide(approval(itn), itn)
    if (again?.statusCode !== 200 || (before && !isDeepStrictEqual(before, again))) changed += 1
  }
  return changed
}

async function checkRecords(databaseContext: DatabaseContext, report: Report) {
  const { decisions, messages, audits } = await findRecords(databaseContext, 'KILL')
  report('stores no decision twice', new Set(decisions).size === decisions.length, `${decisions.length}`)
  const same = [messages, audits].every((list) => list.join() === decisions.join())
  report('every decision has its message and its audit entry', same)
}

async function checkFeed(databaseContext: DatabaseContext, address: string, report: Report) {
  const asked = { name: 'scenario', may: 'decisions', clientIds: undefined, actor: 'scenario' } as const
  const token = await createServiceToken(databaseContext.owner, asked)
  const delivered = Array.from((await listFeedDecisions(address, token)).values()).filter((itn) =>
    itn.startsWith('KILL-'),
  )
  const { decisions } = await findRecords(databaseContext, 'KILL')
  report('the feed delivers each decision once', delivered.toSorted().join() === decisions.toSorted().join())
}
