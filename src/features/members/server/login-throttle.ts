import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { hashKey } from '#sign-in/server/cookies.ts'

type Limits = Pick<Config, 'MEMBER_FAILURES_PER_ACCOUNT' | 'MEMBER_FAILURES_PER_ADDRESS'>

/** What failures are counted by, how many are free per minute, and whether those after all delays are rejected. */
export type ThrottleKey = { key: Buffer; maxFailures: number; rejectsFailures: boolean }

/** The source of a login: the device ID of a browser that the account knows, otherwise the address. */
type LoginSource = { name: string; address: string; device: string | undefined }

/**
 * The throttle keys of a login. Unknown devices count by account and address together, by account and by
 * address. Guesses from many addresses delay every unknown device, but the account key alone never rejects a
 * login. A known device counts by its ID alone, so that others cannot delay it.
 */
export function throttleKeys({ name, address, device }: LoginSource, limits: Limits): ThrottleKey[] {
  const { MEMBER_FAILURES_PER_ACCOUNT: perAccount, MEMBER_FAILURES_PER_ADDRESS: perAddress } = limits
  if (device !== undefined) return [throttleKey(perAccount, true, ['device', device])]
  return [
    throttleKey(perAccount, true, ['both', name, address]),
    throttleKey(perAccount, false, ['account', name]),
    throttleKey(perAddress, true, ['address', address]),
  ]
}

/** Hashes the parts as JSON, so that different parts never produce the same text. */
const throttleKey = (maxFailures: number, rejectsFailures: boolean, parts: string[]): ThrottleKey => ({
  key: hashKey(JSON.stringify(parts)),
  maxFailures,
  rejectsFailures,
})

const throttleRow = z.object({
  key: z.instanceof(Buffer),
  failedAt: z.array(z.date()),
  /** The number of `delaySteps` used up. */
  level: z.number(),
  /** When the latest response is due. */
  answeredAt: z.date(),
})
type Row = z.infer<typeof throttleRow>

/** A recorded attempt: its delay, whether a failure is rejected, and the delay steps to undo under each key. */
export type RecordedAttempt = { waitMs: number; isRejected: boolean; steps: { key: Buffer; added: number }[] }

/** Records an attempt as failed and returns its delay: the longest under its throttle keys. */
export function recordAttempt(db: Database, keys: readonly ThrottleKey[]): Promise<RecordedAttempt> {
  return inTransaction(db, async (transaction) => {
    const attempt: RecordedAttempt = { waitMs: 0, isRejected: false, steps: [] }
    for (const row of await lockRows(transaction, keys)) {
      const throttle = keys.find(({ key }) => key.equals(row.key))
      if (!throttle) throw new Error('A throttle row has no key.')
      const { waitMs, isRejected, added, state } = recordFailure(row, throttle, now())
      await updateRow(transaction, state)
      attempt.waitMs = Math.max(attempt.waitMs, waitMs)
      attempt.isRejected ||= isRejected
      attempt.steps.push({ key: row.key, added })
    }
    return attempt
  })
}

/** Undoes a recorded attempt that did not fail. */
export function undoAttempt(db: Database, { steps }: RecordedAttempt): Promise<void> {
  return inTransaction(db, async (transaction) => {
    for (const row of await lockRows(transaction, steps)) {
      const added = steps.find(({ key }) => key.equals(row.key))?.added ?? 0
      const level = Math.max(0, row.level - added)
      await updateRow(transaction, { ...row, failedAt: row.failedAt.slice(0, -1), level })
    }
  })
}

/** Locks the rows in a fixed order to avoid deadlocks; creates missing ones. */
async function lockRows(db: Database, throttled: readonly { key: Buffer }[]): Promise<Row[]> {
  const keys = throttled.map(({ key }) => key)
  await execute(
    db,
    sql`
    insert into login_throttle (key_hash, answered_at)
    select key, ${now()} from unnest(${keys}::bytea[]) as key order by key
        on conflict (key_hash) do update set level = login_throttle.level`,
  )
  return queryRows(
    db,
    throttleRow,
    sql`
    select key_hash as key, failed_at as "failedAt", level, answered_at as "answeredAt"
      from login_throttle where key_hash = any(${keys}::bytea[]) order by key_hash for update`,
  )
}

const updateRow = (db: Database, { key, failedAt, level, answeredAt }: Row) =>
  execute(
    db,
    sql`
    update login_throttle
       set failed_at = ${failedAt}::timestamptz[], level = ${level}, answered_at = ${answeredAt}
     where key_hash = ${key}`,
  )

const second = 1000
/** How long a failure counts. */
const windowMs = 60 * second
/** The delays of successive responses after too many failures, in seconds. */
const delaySteps = [1, 2, 4, 8, 16, 30]
/** The delay of all further responses. From then on, wrong passwords are rejected with 429 instead of 401. */
const maxDelayMs = 30 * second

/** Counts an attempt as failed under one key until it is undone. */
function recordFailure(before: Row, { maxFailures, rejectsFailures }: ThrottleKey, at: Date) {
  const windowStart = addMs(at, -windowMs)
  const recent = before.failedAt.filter((each) => each > windowStart)
  const isSlowed = before.level > 0 && before.answeredAt > windowStart
  const level = isSlowed ? before.level : 0
  const step = isSlowed || recent.length >= maxFailures ? delaySteps[level] : 0
  const waitMs = step === undefined ? maxDelayMs : step * second
  const added = step ? 1 : 0
  const answeredAt = new Date(Math.max(before.answeredAt.getTime(), addMs(at, waitMs).getTime()))
  const state = { key: before.key, failedAt: [...recent, at], level: level + added, answeredAt }
  return { waitMs, isRejected: rejectsFailures && step === undefined, added, state }
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)
