import { z } from 'zod'
import type { DueRule } from '#clients/server/clients-file-schema.ts'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { dayMs, now } from '#platform/contract/clock.ts'
import { clockTimeInTimeZone, dayInTimeZone, dayInUtc } from '#platform/contract/date-format.ts'
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
import { isWorkingDay, readDueRules } from '../due-time.ts'

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
  codes: z.array(z.string()),
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
    | 'TLS_CERTIFICATE_FILE'
  >
}

/**
 * Adds the daily emails that are due now to the outbox. Any number of processes can do so at once. Returns what failed, by
 * the client and person, or by the client code whose due rule cannot be read.
 */
export async function addDailyEmails(deps: EmailDeps, stop?: AbortSignal) {
  const { db, config } = deps
  const subscriptions = await queryRows(
    db,
    subscription,
    sql`
    select e.user_id as "userId", c.id as "clientId", c.name as client, c.client_auth as "hasFeature",
           u.email as address, e.last_day as "lastDay",
           array(select k.code from client_code k where k.client_id = c.id) as codes
      from queue_email e
      join staff_user u on u.id = e.user_id
      join client c on c.id = e.client_id
     order by e.client_id, e.user_id`,
  )
  const { rules, unreadable: failed } = await readDueRules(db)
  const findDueDay: FindDueDay = ({ lastDay }, codes) => {
    const { day, isTime } = findSchedule(findRules(rules, codes), config.PORTAL_TIME_ZONE, now())
    return isTime && lastDay < day ? day : undefined
  }
  for (const each of subscriptions) {
    if (stop?.aborted) break
    if (!findDueDay(each, each.codes)) continue
    await addEmail(deps, each, findDueDay).catch((error: Error) =>
      failed.set(`${each.clientId} ${each.userId}`, error),
    )
  }
  return failed
}

/** Returns the day of the email that is due now for a person who sees the bills of some codes, if one is due. */
type FindDueDay = (subscription: Subscription, codes: readonly string[]) => string | undefined

/** Adds one email unless nothing is pending; turns it off for a person who may no longer decide. */
async function addEmail({ db, config }: EmailDeps, subscription: Subscription, findDueDay: FindDueDay) {
  const { userId, clientId, client, hasFeature, address } = subscription
  const deciders = hasFeature ? await listDeciders(db, clientId, config) : []
  const decider = deciders.find(({ id }) => id === userId)
  if (!decider || address === null) return turnOff(db, subscription)
  const day = findDueDay(subscription, decider.codes)
  if (!day) return
  await withScope(db, decider.codes, async (scoped) => {
    const claimed = await execute(
      scoped,
      sql`
      update queue_email set last_day = ${day}
       where user_id = ${userId} and client_id = ${clientId} and last_day < ${day}`,
    )
    if (claimed === 0) return
    const counts = await countPending(scoped, config.PORTAL_TIME_ZONE)
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

/** Counts the pending bills, those due today by the time zone in which the queue shows due times. */
const countPending = (db: Database, timeZone: string) =>
  queryRow(
    db,
    pendingCounts,
    sql`
    select count(*) as pending, count(*) filter (where due_at < ${now()}) as overdue,
           count(*) filter (where due_at >= ${now()} and (due_at at time zone ${timeZone})::date = ${dayInTimeZone(timeZone, now())}) as "dueToday"
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

const failure = 'failed to add daily emails'

/** Returns a round of the worker: it adds the daily emails that are due, and logs each failure when it starts. */
export function createDailyRound({ log, ...deps }: EmailDeps & { log: Log }) {
  let known: ReadonlyMap<string, unknown> = new Map()
  return async (stopping?: AbortSignal, noteFailure = () => {}) => {
    const failed = await addDailyEmails(deps, stopping)
    for (const [reference, err] of failed) if (!known.has(reference)) log.error({ err, reference }, failure)
    known = failed
    if (failed.size > 0) noteFailure()
  }
}

/** Adds the daily emails while the portal runs. */
export const startQueueEmailWorker = (deps: EmailDeps & { log: Log }): Worker =>
  startPollWorker({
    job: 'queue_emails',
    intervalMs: pollMs,
    poll: createDailyRound(deps),
    log: deps.log,
    failure,
  })

const sendFrom = '07:00'

/** The due rules of codes, null for one without a rule; the portal's own schedule without any code. */
export const findRules = (rules: ReadonlyMap<string, DueRule | null>, codes: readonly string[]) =>
  codes.length === 0 ? [null] : codes.map((code) => rules.get(code) ?? null)

type Schedule = {
  /** The latest day on which an email may be sent now, in the time zone of its rule; otherwise the latest day. */
  day: string
  /** Whether an email may be sent now: on a working day, from seven o'clock. */
  isTime: boolean
  /** The last day that needs no email anymore: today from seven o'clock, else yesterday. */
  lastDay: string
}

/**
 * Returns where an instant lies in the schedule of a daily email: it can be sent when any of the rules allows it. Only the
 * day decides whether an email is due, so that a clock that is moved, or a change to daylight saving time, does not cause
 * a second one.
 */
export function findSchedule(
  rules: readonly (DueRule | null)[],
  portalTimeZone: string,
  instant: Date,
): Schedule {
  const schedules = rules.map((rule) => findScheduleOfRule(rule, portalTimeZone, instant))
  const open = schedules.filter(({ isTime }) => isTime)
  return {
    day: findLatest((open.length > 0 ? open : schedules).map(({ day }) => day)),
    isTime: open.length > 0,
    lastDay: findLatest(schedules.map(({ lastDay }) => lastDay)),
  }
}

const findLatest = (days: readonly string[]) => days.toSorted().at(-1) ?? ''

function findScheduleOfRule(rule: DueRule | null, portalTimeZone: string, instant: Date): Schedule {
  const timeZone = rule?.timeZone ?? portalTimeZone
  const [day = '', time = ''] = clockTimeInTimeZone(timeZone, instant.toISOString()).split('T')
  const isPast = time >= sendFrom
  const yesterday = dayInUtc(Date.parse(day) - dayMs)
  return {
    day,
    isTime: isPast && isWorkingDay(rule?.holidays ?? [], day),
    lastDay: isPast ? day : yesterday,
  }
}
