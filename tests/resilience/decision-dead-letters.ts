import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { listUndeliveredNotifications, sendNotificationAgain } from '#authorizations/backoffice-contract.ts'
import { maxAttempts } from '#authorizations/server/backoffice/notification-worker.ts'
import type { Database } from '#platform/db/database.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { deliveryPollMs } from '#platform/jobs/deliver-due-items.ts'
import { openReceiver, withReceiver } from './decision-notifications.ts'
import { endUndoTimes } from './decision-records.ts'
import { addPendingItns, approval, createDecider } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { type MovedClock, withMovedClock } from './moved-clock.ts'
import type { NotificationReceiver } from './notification-receiver.ts'
import { terminate } from './portal-run.ts'
import { createStaffClient } from './portal-staff.ts'
import type { Report } from './scenario.ts'

const bills = 3
/** The longest delay between two attempts is six hours. */
const betweenAttemptsMs = 6 * 3_600_000 + 60_000
const timeoutMs = 30_000

/**
 * Has the back office reject notifications until they are given up, moving the clock on after each attempt and killing
 * the portal after every third. Then sends them again.
 */
export async function checkDeadLetters(owner: Database, installation: PortalInstance, report: Report) {
  const receiver = await openReceiver()
  try {
    await withMovedClock(owner, withReceiver(installation, receiver), (clock) =>
      rejectAndSendAgain({ clock, receiver, address: `http://127.0.0.1:${installation.port}` }, report),
    )
  } finally {
    await receiver.close()
  }
}

type Letters = { clock: MovedClock; receiver: NotificationReceiver; address: string }

async function rejectAndSendAgain({ clock, receiver, address }: Letters, report: Report) {
  const { databaseContext } = clock
  let portal = await clock.start()
  const restart = async () => {
    portal.child.kill('SIGKILL')
    await portal.ended
    portal = await clock.start()
  }
  receiver.status = 503
  const staff = await createDecider(databaseContext.app, address, 'Nora')
  const ids = new Set<string>()
  for (const itn of await addPendingItns(databaseContext, 'DEAD', bills))
    ids.add((await staff.decide(approval(itn)))?.decisionId ?? '')
  await endUndoTimes(databaseContext, 'DEAD-')
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await waitForAttempts(clock, [...ids], attempt)
    await clock.moveTo(attempt * betweenAttemptsMs)
    if (attempt % 3 === 0) await restart()
  }
  const countReceived = () => receiver.received.filter(({ id }) => ids.has(id)).length
  const tried = countReceived()
  await pause(3 * deliveryPollMs)
  const findLeft = async () => (await listUndelivered({ clock, address })).filter(({ id }) => ids.has(id))
  const givenUp = await findLeft()
  report(
    `notifications are given up after ${maxAttempts} attempts, and internal staff see them`,
    ids.size === bills &&
      givenUp.length === bills &&
      givenUp.every(({ state, attempts }) => state === 'given up' && attempts === maxAttempts) &&
      countReceived() === tried,
    `${tried} attempts`,
  )
  receiver.status = 204
  const { send } = await signInInternally({ clock, address })
  for (const id of ids) await send(sendNotificationAgain.path.replace('{id}', id), {})
  const isSent = await waitFor(async () => (await findLeft()).length === 0)
  const received = receiver.received.filter(({ id }) => ids.has(id))
  const accepted = received.filter(({ status }) => status === 204)
  report(
    'notifications that are sent again arrive once, signed, with the same ids',
    isSent && accepted.length === bills && received.every(({ isSigned }) => isSigned),
    `${accepted.length} of ${bills}`,
  )
  await terminate(portal)
}

const signInInternally = ({ clock, address }: Pick<Letters, 'clock' | 'address'>) =>
  createStaffClient(clock.databaseContext.app, address, 'Iris', 'harborline')

async function listUndelivered(letters: Pick<Letters, 'clock' | 'address'>) {
  const { get } = await signInInternally(letters)
  const answer = await get(listUndeliveredNotifications.path)
  return listUndeliveredNotifications.response.parse(await answer.json()).notifications
}

const leastAttempts = z.object({ attempts: z.number().nullable() })

/** Waits until each notification has had this many attempts. */
async function waitForAttempts({ databaseContext }: MovedClock, ids: readonly string[], attempts: number) {
  const query = sql`
    select case when count(*) = ${ids.length} then min(attempts) end as attempts
      from decision_notification where id = any(${ids}::uuid[])`
  const isReached = async () =>
    ((await queryRow(databaseContext.owner, leastAttempts, query))?.attempts ?? 0) >= attempts
  if (!(await waitFor(isReached))) throw new Error(`There was no attempt number ${attempts}.`)
}

async function waitFor(condition: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    if (await condition()) return true
    await pause(50)
  }
  return false
}
