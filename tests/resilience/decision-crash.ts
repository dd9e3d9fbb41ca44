import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { createServiceToken } from '#sign-in/server/service-tokens.ts'
import { recordsOf, toldDecisions } from './decision-records.ts'
import { type Answer, approval, decidingStaff, pendingItns } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { ready, run, terminate } from './portal-run.ts'
import { portalOf } from './processes.ts'
import type { Report } from './scenario.ts'

const decidersAtOnce = 8
const billsPerRound = 400
const restartMs = 2_000

type Staff = Awaited<ReturnType<typeof decidingStaff>>
/** The response to each decision by its idempotency key, if there was one. */
type Answers = Map<string, Answer | undefined>

/** Kills the portal while users decide, then repeats each request with its idempotency key. */
export async function losesNoDecision(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  tell: Report,
) {
  const address = `http://127.0.0.1:${installation.port}`
  const starts: number[] = []
  const answers: Answers = new Map()
  let portal = await start(installation, starts)
  const staff = await decidingStaff(databaseContext.app, address, 'Clara')
  let [acknowledged, lost, changed] = [0, 0, 0]
  for (let round = 0; round < installation.kills; round += 1) {
    const prefix = `KILL-${round}`
    const deciding = decideAll(staff, await pendingItns(databaseContext, prefix, billsPerRound), answers)
    await killAfter(installation, 150 + ((round * 37) % 500))
    await Promise.all([deciding, portal.ended])
    portal = await start(installation, starts)
    const kept = new Set((await recordsOf(databaseContext, prefix)).decisions)
    const said = Array.from(answers.keys()).filter((itn) => itn.startsWith(`${prefix}-`) && answers.get(itn))
    acknowledged += said.length
    lost += said.filter((itn) => !kept.has(itn)).length
    changed += await sendAgain(staff, prefix, answers)
  }
  tell(
    `${installation.kills} times kill -9 under a load of decisions`,
    acknowledged > installation.kills,
    `${acknowledged} acknowledged`,
  )
  tell('every acknowledged decision is there', lost === 0, `${lost} lost`)
  tell('the same order under its key is answered as the first time', changed === 0, `${changed} otherwise`)
  await compare(databaseContext, tell)
  await isTold(databaseContext, address, tell)
  const slow = starts.toSorted((a, b) => a - b)[Math.floor(starts.length * 0.95)] ?? 0
  tell(`the portal is ready again within ${restartMs / 1000} s at p95`, slow < restartMs, `${slow} ms`)
  await terminate(portal)
}

async function killAfter({ dataDir }: PortalInstance, ms: number) {
  await pause(ms)
  const processId = portalOf(dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
}

async function start({ env, port }: PortalInstance, starts: number[]) {
  const portal = run([process.execPath, 'src/app/main.ts'], { env })
  starts.push(await ready(portal, port))
  return portal
}

/** Decides one bill after the other, several users concurrently, until the portal stops responding. */
async function decideAll(staff: Staff, itns: readonly string[], answers: Answers) {
  const waiting = itns.values()
  const work = async () => {
    for (const itn of waiting) {
      const answer = await staff.decide(approval(itn), itn)
      answers.set(itn, answer)
      if (!answer) return
    }
  }
  await Promise.all(Array.from({ length: decidersAtOnce }, work))
}

/** Repeats every request with its key; returns how many responses differ from the first ones. */
async function sendAgain(staff: Staff, prefix: string, answers: Answers): Promise<number> {
  let changed = 0
  for (const [itn, before] of answers) {
    if (!itn.startsWith(`${prefix}-`)) continue
    const again = await staff.decide(approval(itn), itn)
    if (again?.statusCode !== 200 || (before && !isDeepStrictEqual(before, again))) changed += 1
  }
  return changed
}

async function compare(databaseContext: DatabaseContext, tell: Report) {
  const { decisions, messages, audits } = await recordsOf(databaseContext, 'KILL')
  tell('no decision is there twice', new Set(decisions).size === decisions.length, `${decisions.length}`)
  const same = [messages, audits].every((list) => list.join() === decisions.join())
  tell('none is without its message and its audit entry', same)
}

async function isTold(databaseContext: DatabaseContext, address: string, tell: Report) {
  const asked = { name: 'proof', may: 'decisions', clientIds: undefined, actor: 'proof' } as const
  const token = await createServiceToken(databaseContext.owner, asked)
  const told = Array.from((await toldDecisions(address, token)).values()).filter((itn) =>
    itn.startsWith('KILL-'),
  )
  const { decisions } = await recordsOf(databaseContext, 'KILL')
  tell('the feed delivers each of them once', told.toSorted().join() === decisions.toSorted().join())
}
