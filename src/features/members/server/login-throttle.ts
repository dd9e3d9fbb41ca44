import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { hashKey } from '#sign-in/server/secret-keys.ts'

type Limits = Pick<Config, 'MEMBER_FAILURES_PER_ACCOUNT' | 'MEMBER_FAILURES_PER_ADDRESS'>
type ThrottleKey = { key: Buffer; limit: ThrottleLimit }
/** The delay of an attempt under one key, and the delay steps it used up, so that they can be undone. */
type KeyDelay = ThrottleKey & AppliedDelay

/** Queue limits per account, per address, and per account and address. */
const queueCapacities = { account: 100, address: 100, both: 20 }

/**
 * The throttle keys of a login: account plus address, account, and address. Guesses from many addresses delay
 * every login to the account, but the account key alone never rejects one.
 */
export function throttleKeys(name: string, address: string, limits: Limits): ThrottleKey[] {
  const perAccount = { maxFailures: limits.MEMBER_FAILURES_PER_ACCOUNT, rejectsFailures: true }
  const perAddress = { maxFailures: limits.MEMBER_FAILURES_PER_ADDRESS, rejectsFailures: true }
  return [
    {
      key: hashKeyParts('both', name, address),
      limit: { ...perAccount, queueCapacity: queueCapacities.both },
    },
    {
      key: hashKeyParts('account', name),
      limit: { ...perAccount, rejectsFailures: false, queueCapacity: queueCapacities.account },
    },
    {
      key: hashKeyParts('address', address),
      limit: { ...perAddress, queueCapacity: queueCapacities.address },
    },
  ]
}

/** Hashes the parts as JSON, so that different parts never produce the same text. */
const hashKeyParts = (...parts: string[]) => hashKey(JSON.stringify(parts))

const throttleRow = z.object({
  key: z.instanceof(Buffer),
  failedAt: z.array(z.date()),
  level: z.number(),
  answeredAt: z.date(),
})
type Row = z.infer<typeof throttleRow>

/** Records an attempt as failed and returns its delay under each throttle key. */
export async function recordAttempt(db: Database, keys: readonly ThrottleKey[]): Promise<KeyDelay[]> {
  return inTransaction(db, async (transaction) => {
    const rows = await lockRows(transaction, keys)
    const delays: KeyDelay[] = []
    for (const each of keys) {
      const row = rows.find(({ key }) => key.equals(each.key))
      if (!row) throw new Error('A throttle row is missing.')
      const { state, ...delay } = recordFailure(row, each.limit, now())
      await updateRow(transaction, each.key, state)
      delays.push({ ...each, ...delay })
    }
    return delays
  })
}

/** Undoes a recorded attempt that did not fail. */
export function undoAttempt(db: Database, delays: readonly KeyDelay[]): Promise<void> {
  return inTransaction(db, async (transaction) => {
    for (const row of await lockRows(transaction, delays)) {
      const levelsAdded = delays.find(({ key }) => key.equals(row.key))?.levelsAdded ?? 0
      await updateRow(transaction, row.key, undoFailure(row, levelsAdded))
    }
  })
}

/** Locks the rows in a fixed order to avoid deadlocks; creates missing ones. */
async function lockRows(db: Database, throttled: readonly ThrottleKey[]): Promise<Row[]> {
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

const updateRow = (db: Database, key: Buffer, { failedAt, level, answeredAt }: ThrottleState) =>
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

/** The recent attempts under one throttle key. */
type ThrottleState = {
  failedAt: readonly Date[]
  /** The number of `delaySteps` used up. */
  level: number
  /** When the latest response is due. */
  answeredAt: Date
}

/**
 * The limits of a throttle key: the failures per minute before delays start, whether failures after all delay steps
 * are rejected, and how many logins may wait.
 */
export type ThrottleLimit = { maxFailures: number; rejectsFailures: boolean; queueCapacity: number }

/** The delay of a response, whether a failure is rejected, and how many delay steps the attempt used up. */
type AppliedDelay = { waitMs: number; isRejected: boolean; levelsAdded: number }

/** Records an attempt, which counts as failed until it is undone. */
function recordFailure(
  before: ThrottleState,
  { maxFailures, rejectsFailures }: ThrottleLimit,
  at: Date,
): AppliedDelay & { state: ThrottleState } {
  const recent = before.failedAt.filter((each) => each > addMs(at, -windowMs))
  const isSlowed = before.level > 0 && before.answeredAt > addMs(at, -windowMs)
  const level = isSlowed ? before.level : 0
  const wait = isSlowed || recent.length >= maxFailures ? delaySteps[level] : 0
  const waitMs = wait === undefined ? maxDelayMs : wait * second
  const levelsAdded = wait ? 1 : 0
  const answeredAt = latest(before.answeredAt, addMs(at, waitMs))
  const state = { failedAt: [...recent, at], level: level + levelsAdded, answeredAt }
  return { waitMs, isRejected: rejectsFailures && wait === undefined, levelsAdded, state }
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)
const latest = (one: Date, other: Date) => (one > other ? one : other)

/** Removes the latest attempt from the state, because it does not count as failed. */
const undoFailure = (state: ThrottleState, levelsAdded: number): ThrottleState => ({
  ...state,
  failedAt: state.failedAt.slice(0, -1),
  level: Math.max(0, state.level - levelsAdded),
})
