import { z } from 'zod'
import { type DueRule, dueRule } from '#clients/server/clients-file-schema.ts'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { dayMs, now } from '#platform/contract/clock.ts'
import { clockTimeInTimeZone } from '#platform/contract/date-format.ts'
import { isAddress } from '#platform/contract/mail-address.ts'
import { audit } from '#platform/db/audit.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  sql,
  withScope,
} from '#platform/db/database.ts'
import { escapeHtml } from '#platform/http/html-template.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { addToOutbox, type Mail } from '#platform/mail/outbox.ts'
import { portalOrigin } from '#sign-in/server/identity-provider.ts'
import { listDeciders } from '#sign-in/server/staff-principal-query.ts'
import { queueMessages } from '../../queue-messages.ts'
import { isWorkingDay } from '../due-time.ts'

const text = queueMessages.email
const pollMs = 60_000

/** The address of a person; null if there is none, or it cannot receive email. */
export const validAddress = z
  .string()
  .nullable()
  .transform((address) => (address !== null && isAddress(address) ? address : null))

const subscription = z.object({
  userId: z.string(),
  clientId: z.string(),
  client: z.string(),
  hasFeature: z.boolean(),
  address: validAddress,
  rule: dueRule.nullable(),
  lastDay: z.string(),
})
type Subscription = z.infer<typeof subscription>

type EmailDeps = {
  db: Database
  config: Pick<
    Config,
    | 'PORTAL_TIME_ZONE'
    | 'INTERNAL_CLIENT_ID'
    | 'OIDC_ISSUER'
    | 'OIDC_PROVIDERS'
    | 'OIDC_PROVISIONING'
    | 'PUBLIC_URL'
    | 'HOST'
    | 'PORT'
  >
}

/** Adds the daily emails that are due now to the outbox. Any number of processes can do so at once. */
export async function addDailyEmails(deps: EmailDeps, stop?: AbortSignal) {
  const { db, config } = deps
  const subscriptions = await queryRows(
    db,
    subscription,
    sql`
    select e.user_id as "userId", c.id as "clientId", c.name as client, c.client_auth as "hasFeature",
           u.email as address, c.due_rule as rule, e.last_day as "lastDay"
      from queue_email e
      join staff_user u on u.id = e.user_id
      join client c on c.id = e.client_id
     order by e.client_id, e.user_id`,
  )
  for (const each of subscriptions) {
    if (stop?.aborted) return
    const { day, timeZone, isTime } = findSchedule(each.rule, config.PORTAL_TIME_ZONE, now())
    if (isTime && each.lastDay < day) await addEmail(deps, each, { day, timeZone })
  }
}

type Today = { day: string; timeZone: string }

/** Adds one email unless nothing is pending; turns it off for a person who may no longer decide. */
async function addEmail({ db, config }: EmailDeps, subscription: Subscription, { day, timeZone }: Today) {
  const { userId, clientId, client, hasFeature, address } = subscription
  const deciders = hasFeature ? await listDeciders(db, clientId, config) : []
  const decider = deciders.find(({ id }) => id === userId)
  if (!decider || address === null) return turnOff(db, subscription)
  await withScope(db, decider.codes, async (scoped) => {
    const claimed = await execute(
      scoped,
      sql`
      update queue_email set last_day = ${day}
       where user_id = ${userId} and client_id = ${clientId} and last_day < ${day}`,
    )
    if (claimed === 0) return
    const counts = await countPending(scoped, { day, timeZone })
    if (!counts || counts.pending === 0) return
    await addToOutbox(
      scoped,
      dailyMail(address, { client, ...counts, link: `${portalOrigin(config)}/authorization` }),
    )
  })
}

/** Ends a subscription whose person may no longer decide, or has no valid address anymore. */
const turnOff = (db: Database, { userId, clientId }: Subscription) =>
  inTransaction(db, async (transaction) => {
    const ended = sql`delete from queue_email where user_id = ${userId} and client_id = ${clientId}`
    if ((await execute(transaction, ended)) === 0) return
    const detail = { user: userId }
    await audit(transaction, { actor: 'portal', action: 'daily email turned off', subject: clientId, detail })
  })

const pendingCounts = z.object({ pending: z.number(), overdue: z.number(), dueToday: z.number() })
type PendingCounts = z.infer<typeof pendingCounts>

const countPending = (db: Database, { day, timeZone }: Today) =>
  queryRow(
    db,
    pendingCounts,
    sql`
    select count(*) as pending, count(*) filter (where due_at < ${now()}) as overdue,
           count(*) filter (where due_at >= ${now()} and (due_at at time zone ${timeZone})::date = ${day}) as "dueToday"
      from authorization_request
     where is_pending`,
  )

/** An email with counts and a link, and no data of patients. */
function dailyMail(
  to: string,
  { client, link, ...counts }: PendingCounts & { client: string; link: string },
): Mail {
  const summary = text.counts(client, counts)
  return {
    to,
    subject: text.subject(counts.pending, client),
    text: [summary, link, text.why].join('\n\n'),
    html: [
      `<p>${escapeHtml(summary)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(text.open)}</a></p>`,
      `<p>${escapeHtml(text.why)}</p>`,
    ].join('\n'),
  }
}

/** Adds the daily emails while the portal runs. */
export const startQueueEmailWorker = ({ log, ...deps }: EmailDeps & { log: Log }): Worker =>
  startPollWorker({
    intervalMs: pollMs,
    poll: (stopping) => addDailyEmails(deps, stopping),
    log,
    failure: 'failed to add daily emails',
  })

const sendFrom = '07:00'

type Schedule = {
  timeZone: string
  /** The day in the client's time zone. */
  day: string
  /** Whether an email may be sent now: on a working day, from seven o'clock. */
  isTime: boolean
  /** The last day that needs no email anymore: today from seven o'clock, else yesterday. */
  lastDay: string
}

/**
 * Returns where an instant lies in the schedule of a client's daily email. Only the day decides whether an email is due,
 * so that a clock that is moved, or a change to daylight saving time, does not cause a second one.
 */
export function findSchedule(rule: DueRule | null, portalTimeZone: string, instant: Date): Schedule {
  const timeZone = rule?.timeZone ?? portalTimeZone
  const [day = '', time = ''] = clockTimeInTimeZone(timeZone, instant.toISOString()).split('T')
  const isPast = time >= sendFrom
  const yesterday = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
  return {
    timeZone,
    day,
    isTime: isPast && isWorkingDay(rule?.holidays ?? [], day),
    lastDay: isPast ? day : yesterday,
  }
}
