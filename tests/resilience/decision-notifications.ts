import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { endUndoTimes } from './decision-records.ts'
import { addPendingItns, approval, createDecider, type Decider } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { type NotificationReceiver, openNotificationReceiver } from './notification-receiver.ts'
import { withPlantedFault } from './portal-builds.ts'
import { root, run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report } from './scenario.ts'

const billsPerRound = 12
/** How long the back office takes for a notification, and the latest kill after one began. */
const deliveryMs = 150
const maxKillMs = 200
const arrivalMs = 120_000
const plantedRounds = 5
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

type Build = { name: string; folder: string; rounds: number; maxKillMs: number }

/** What the responses said about the decisions. */
type Decided = { kept: Map<string, string>; undone: Set<string> }

/** Kills the portal while it notifies the back office, with this build and with one that marks before it sends. */
export async function checkNotifications(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  report: Report,
) {
  const { kills } = installation
  const own = { name: 'HOOK', folder: root, rounds: kills, maxKillMs }
  const { receiver, decided, missing } = await killAndWait(databaseContext, installation, own)
  const repeated = receiver.received.length - new Set(receiver.received.map(({ id }) => id)).size
  report(
    `the portal is killed ${kills} times while it sends notifications`,
    receiver.interrupted + repeated > kills / 4,
    `${receiver.interrupted} interrupted, ${repeated} arrived again`,
  )
  report(
    'the back office is notified of every acknowledged decision',
    missing.length === 0 && decided.kept.size > 0,
    missing.slice(0, 3).join(' ') || `${decided.kept.size} decisions`,
  )
  await checkReceived(databaseContext, { receiver, decided }, report)
  await withPlantedFault(fault, async (folder) => {
    const planted = { name: 'MARKED', folder, rounds: plantedRounds, maxKillMs: 1 }
    const lost = await killAndWait(databaseContext, installation, planted)
    const counts = `${lost.missing.length} of ${lost.decided.kept.size} lost`
    report(
      'a planted build that marks notifications before it sends them is caught',
      lost.missing.length > 0,
      counts,
    )
  })
}

/** Notifications are marked as sent, and the transaction ends, before they are sent. */
const fault = {
  file: 'src/platform/jobs/deliver-due-items.ts',
  code: '    const changes = await attempt(queue, item)\n',
  planted: `    await execute(transaction, sql\`update \${table} set sent_at = now() where id = \${item.id}\`)
    await execute(transaction, sql\`commit\`)
    const changes = await attempt(queue, item)
`,
}

/** Settings with which the portal notifies a receiver. */
export const withReceiver = (
  installation: PortalInstance,
  { url }: Pick<NotificationReceiver, 'url'>,
): PortalInstance => ({
  ...installation,
  env: { ...installation.env, BACKOFFICE_WEBHOOK_URL: url, BACKOFFICE_WEBHOOK_SECRET: webhookSecret },
})

export const openReceiver = () => openNotificationReceiver(webhookSecret, deliveryMs)

/**
 * Kills a build again and again during deliveries, then lets it run until nothing is left to deliver. Returns what the
 * receiver got, and the ITNs of decisions that it never got.
 */
async function killAndWait(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  { name, folder, rounds, maxKillMs }: Build,
) {
  const receiver = await openReceiver()
  const { env, port } = withReceiver(installation, receiver)
  const decided: Decided = { kept: new Map(), undone: new Set() }
  const start = async () => {
    const portal = run([process.execPath, 'src/app/main.ts'], { env, cwd: folder })
    await waitUntilReady(portal, port)
    return portal
  }
  try {
    let portal = await start()
    const staff = await createDecider(databaseContext.app, `http://127.0.0.1:${port}`, 'Nora')
    for (let round = 0; round < rounds; round += 1) {
      const itns = await addPendingItns(databaseContext, `${name}-${round}`, billsPerRound)
      await decideAndUndo(staff, itns, decided)
      const { begun } = receiver
      await endUndoTimes(databaseContext, `${name}-${round}-`)
      await receiver.waitForRequests(begun + 1 + (round % 4))
      await pause((round * 37) % maxKillMs)
      portal.child.kill('SIGKILL')
      await portal.ended
      portal = await start()
    }
    await waitUntilSent(databaseContext)
    await terminate(portal)
    const arrived = new Set(receiver.received.map(({ id }) => id))
    const missing = [...decided.kept].flatMap(([id, itn]) => (arrived.has(id) ? [] : [itn]))
    return { receiver, decided, missing }
  } finally {
    await receiver.close()
  }
}

/** Decides bills, and undoes every third decision. */
async function decideAndUndo(staff: Decider, itns: readonly string[], { kept, undone }: Decided) {
  for (const [at, itn] of itns.entries()) {
    const { decisionId = '' } = (await staff.decide(approval(itn))) ?? {}
    if (at % 3 === 0 && (await staff.undo(itn, decisionId)) === 200) undone.add(decisionId)
    else if (decisionId !== '') kept.set(decisionId, itn)
  }
}

/** Waits until every decision has a position and every notification is marked as sent. */
async function waitUntilSent({ owner }: DatabaseContext) {
  const waiting = sql`
    select from decision_message where position is null and undo_until < clock_timestamp()
     union all
    select from decision_notification where sent_at is null and given_up_at is null`
  const end = performance.now() + arrivalMs
  while (performance.now() < end) {
    const left = await withEveryClient(owner, (db) => queryRows(db, z.object({}), waiting))
    if (left.length === 0) return
    await pause(50)
  }
}

const message = z.object({ id: z.string(), position: z.number() })

type Outcome = { receiver: NotificationReceiver; decided: Decided }

/** Checks signatures, repeated notifications, and that none is about an undone decision. */
async function checkReceived(
  { owner }: DatabaseContext,
  { receiver: { received }, decided }: Outcome,
  report: Report,
) {
  const unsigned = received.filter(({ isSigned }) => !isSigned)
  report('every notification is signed, with the id of the decision', unsigned.length === 0)
  const messages = await withEveryClient(owner, (db) =>
    queryRows(db, message, sql`select id, position from decision_message where position is not null`),
  )
  const positions = new Map(messages.map(({ id, position }) => [id, position]))
  const different = received.filter(({ id, position }) => positions.get(id) !== position)
  report(
    'a notification that arrives again has the same id and position, which the feed has too',
    different.length === 0,
  )
  const undone = received.filter(({ id }) => decided.undone.has(id))
  report(
    'no notification is about a decision that was undone in time',
    decided.undone.size > 0 && undone.length === 0,
    `${decided.undone.size} undone`,
  )
}
