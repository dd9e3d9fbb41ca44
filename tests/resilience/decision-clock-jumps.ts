import { setTimeout as pause } from 'node:timers/promises'
import { createFeedReader } from './decision-feed-reader.ts'
import { endUndoTimes } from './decision-records.ts'
import {
  addPendingItns,
  approval,
  createDecider,
  type Decider,
  type DecisionResponse,
  runConcurrently,
} from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import type { MovedClock } from './moved-clock.ts'
import { terminate } from './portal-run.ts'
import type { Report } from './scenario.ts'

const hourMs = 3_600_000
const bills = 60

type Jumps = { clock: MovedClock; address: string; staff: PatientDecider; report: Report }

/** Lets the clock jump by an hour while decisions can be undone. */
export async function checkClockJumps(clock: MovedClock, installation: PortalInstance, report: Report) {
  await clock.moveTo(0)
  const address = `http://127.0.0.1:${installation.port}`
  const portal = await clock.start()
  const staff = await createPatientDecider(clock, address)
  const jumps = { clock, address, staff, report }
  await checkJump(jumps, { name: 'AHEAD', jumpMs: hourMs, what: 'ahead', undoStatus: 409 })
  await checkJump(jumps, { name: 'BACK', jumpMs: -hourMs, what: 'back', undoStatus: 200 })
  await checkManyJumps(jumps, installation.kills * 20)
  await terminate(portal)
}

/**
 * Signs in a decider who signs in and sends a request again when the portal rejects the session or its token: after a
 * jump of the clock, they are over or have not begun.
 */
async function createPatientDecider({ databaseContext }: MovedClock, address: string) {
  let decider = await signIn()
  function signIn() {
    return createDecider(databaseContext.app, address, 'Paula')
  }
  async function repeat<Result>(
    send: (by: Decider) => Promise<Result>,
    getStatus: (result: Result) => number | undefined,
  ) {
    for (let tries = 0; ; tries += 1) {
      const result = await send(decider)
      const status = getStatus(result)
      if ((status !== undefined && status !== 401) || tries > 20) return result
      decider = await signIn()
    }
  }
  return {
    decide: (itn: string) =>
      repeat<DecisionResponse | undefined>(
        (by) => by.decide(approval(itn), itn),
        (answer) => answer?.statusCode,
      ),
    undo: (itn: string, decisionId: string | undefined) =>
      repeat<number | undefined>(
        (by) => by.undo(itn, decisionId),
        (status) => status,
      ),
  }
}
type PatientDecider = Awaited<ReturnType<typeof createPatientDecider>>

type Jump = { name: string; jumpMs: number; what: string; undoStatus: number }

/** Undoes some decisions before a jump of the clock and some after it, and reads the feed. */
async function checkJump({ clock, address, staff, report }: Jumps, { name, jumpMs, what, undoStatus }: Jump) {
  const { databaseContext } = clock
  const reader = await createFeedReader(databaseContext, address, `jump-${what}`)
  await reader.readToEnd()
  const ids = new Map<string, string | undefined>()
  const itns = await addPendingItns(databaseContext, name, bills)
  await runConcurrently(itns, async (itn) => ids.set(itn, (await staff.decide(itn))?.decisionId))
  const undoEvery = (remainder: number) =>
    runConcurrently(
      itns.filter((_, at) => at % 3 === remainder),
      (itn) => staff.undo(itn, ids.get(itn)),
    )
  const before = await undoEvery(0)
  await clock.moveTo(jumpMs)
  const after = await undoEvery(1)
  await reader.readToEnd()
  const sent = reader.delivered(`${name}-`).length
  await clock.moveTo(0)
  await endUndoTimes(databaseContext, `${name}-`)
  await reader.readToEnd()
  const delivered = reader.delivered(`${name}-`).map(({ itn }) => itn)
  const kept = itns.filter((_, at) => at % 3 === 2 || (at % 3 === 1 && undoStatus === 409))
  report(
    `when the clock jumps ${what} by an hour, what was undone does not leave, and the rest leaves once`,
    before.every((status) => status === 200) &&
      after.every((status) => status === undoStatus) &&
      sent === (undoStatus === 409 ? kept.length : 0) &&
      delivered.toSorted().join() === kept.toSorted().join(),
    `undo after the jump: ${[...new Set(after)].join()}; ${sent} sent then, ${delivered.length} in the end`,
  )
}

const jumpEveryMs = 150

/** Lets the clock jump again and again, while people decide and undo and the back office reads the feed. */
async function checkManyJumps({ clock, address, staff, report }: Jumps, count: number) {
  const { databaseContext } = clock
  const reader = await createFeedReader(databaseContext, address, 'jumps')
  await reader.readToEnd()
  const reading = reader.follow()
  const itns = await addPendingItns(databaseContext, 'JUMPS', count)
  let jumps = 0
  const deciding = new AbortController()
  const jumping = (async () => {
    for (const movedBy of cycle([hourMs, 0, -hourMs, 0], deciding.signal)) {
      await clock.moveTo(movedBy)
      jumps += 1
      await pause(jumpEveryMs)
    }
  })()
  const outcomes = await runConcurrently(itns, async (itn, at) => {
    const decided = await staff.decide(itn)
    if (at % 2 === 0) return { itn, decided: decided?.statusCode, undone: undefined }
    await pause((at * 7) % jumpEveryMs)
    return { itn, decided: decided?.statusCode, undone: await staff.undo(itn, decided?.decisionId) }
  })
  deciding.abort()
  await jumping
  await clock.moveTo(0)
  await endUndoTimes(databaseContext, 'JUMPS-')
  reader.stop()
  await reading
  await reader.readToEnd()
  const unexpected = outcomes.filter(
    ({ decided, undone }) => decided !== 200 || ![undefined, 200, 409].includes(undone),
  )
  report(
    `decisions and undos succeed or are refused while the clock jumps ${jumps} times`,
    outcomes.length === count && unexpected.length === 0,
    unexpected
      .slice(0, 3)
      .map((outcome) => JSON.stringify(outcome))
      .join(' '),
  )
  const delivered = reader.delivered('JUMPS-').map(({ itn }) => itn)
  const kept = outcomes.filter(({ undone }) => undone !== 200).map(({ itn }) => itn)
  const refused = outcomes.filter(({ undone }) => undone === 409).length
  report(
    'each decision that was not undone in time leaves once, however the clock jumps',
    refused > 0 && kept.length < count && delivered.toSorted().join() === kept.toSorted().join(),
    `${count - kept.length} undone, ${refused} undone too late`,
  )
}

function* cycle<Item>(items: readonly Item[], stop: AbortSignal): Generator<Item> {
  while (true)
    for (const item of items) {
      if (stop.aborted) return
      yield item
    }
}
