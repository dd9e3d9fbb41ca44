import { setTimeout as pause } from 'node:timers/promises'
import { execute, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { createFeedReader } from './decision-feed-reader.ts'
import { findRecords } from './decision-records.ts'
import { addPendingItns, approval, type Decider, denial, runConcurrently } from './decision-staff.ts'
import type { Report } from './scenario.ts'

export type Races = { databaseContext: DatabaseContext; address: string; races: number }

/**
 * Has one person undo a decision while another one decides, and, in every second race, undo it while it is still being
 * saved.
 */
export async function checkUndoRaces(run: Races, [ada, bob]: [Decider, Decider], report: Report) {
  const { databaseContext, races } = run
  const itns = await addPendingItns(databaseContext, 'UNDO', races)
  const outcomes = await runConcurrently(itns, async (itn, at) => {
    if (at % 2) {
      const [decided, undone] = await Promise.all([ada.decide(approval(itn)), ada.undo(itn)])
      return { first: decided?.statusCode, undone, second: undefined }
    }
    const first = await ada.decide(approval(itn))
    const [undone, second] = await Promise.all([ada.undo(itn, first?.decisionId), bob.decide(denial(itn))])
    return { first: first?.statusCode, undone, second: second?.statusCode }
  })
  const unexpected = outcomes.filter(({ first, undone, second }) => {
    const isUndo = undone === 200 || (second === undefined && undone === 409)
    return first !== 200 || !isUndo || ![200, 409, undefined].includes(second)
  })
  report(
    `${races} races of a decision and an undo end as if one came first`,
    unexpected.length === 0,
    unexpected
      .slice(0, 3)
      .map((outcome) => JSON.stringify(outcome))
      .join(' '),
  )
  const records = await findRecords(databaseContext, 'UNDO')
  const undone = outcomes.filter((outcome) => outcome.undone === 200).length
  const decided = outcomes.filter(({ second }) => second === 200).length
  const standing = races - undone + decided
  report(
    'each undone decision is in the history, and each other one has its message and its audit entry',
    records.undone.length === undone &&
      records.decisions.length === standing &&
      records.messages.join() === records.decisions.join() &&
      records.audits.length === races + decided,
    `${undone} undone, ${standing} standing, ${decided} decided again at once`,
  )
}

/** Has a person undo each decision at the moment when its time ends and the back office reads the feed. */
export async function checkSendRaces(run: Races, ada: Decider, report: Report) {
  const { databaseContext, address, races } = run
  const itns = await addPendingItns(databaseContext, 'SEND', races)
  const reader = await createFeedReader(databaseContext, address, 'send-races')
  await reader.readToEnd()
  const reading = reader.follow()
  const outcomes = await runConcurrently(itns, async (itn, at) => {
    const decided = await ada.decide(approval(itn))
    // Requests take some milliseconds on a quiet machine, and many times as long on a busy one.
    await endUndoTimeIn(databaseContext, itn, (at % 30) ** 2 / 3)
    await pause(at % 7)
    return { itn, undone: await ada.undo(itn, decided?.decisionId) }
  })
  reader.stop()
  await reading
  await reader.readToEnd()
  const listItns = (status: number) =>
    outcomes.filter(({ undone }) => undone === status).map(({ itn }) => itn)
  const [undone, refused] = [listItns(200), listItns(409)]
  const delivered = reader.delivered('SEND-').map(({ itn }) => itn)
  report(
    `${races} races of an undo and the feed end with one of them`,
    undone.length + refused.length === races && undone.length > 0 && refused.length > 0,
    `${undone.length} undone, ${refused.length} sent`,
  )
  const left = undone.filter((itn) => delivered.includes(itn))
  report('nothing that was undone in time leaves', left.length === 0, left.slice(0, 3).join(' '))
  report('everything else leaves once', delivered.toSorted().join() === refused.toSorted().join())
}

/** Ends the undo time of a decision in some milliseconds of the database's clock. */
const endUndoTimeIn = ({ owner }: DatabaseContext, itn: string, ms: number) =>
  withEveryClient(owner, (db) =>
    execute(
      db,
      sql`
      update decision_message set undo_until = clock_timestamp() + make_interval(secs => ${ms / 1000})
       where itn = ${itn}`,
    ),
  )
