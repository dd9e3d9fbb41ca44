import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { hashKey } from '#sign-in/server/cookies.ts'

/** What failures are counted by, how many are free per minute, and whether those after all delays are rejected. */
export type ThrottleKey = { key: Buffer; maxFailures: number; rejectsFailures: boolean }

/**
 * The throttle keys of a login. Unknown devices count by account and address together, by account and by
 * address. Guesses from many addresses delay every unknown device, but the account key alone never rejects a
 * login. A device that the account knows counts by its ID alone, so that others cannot delay it.
 */
export function throttleKeys(
  { name, address, device }: { name: string; address: string; device: string | undefined },
  { MEMBER_FAILURES_PER_ACCOUNT: perAccount, MEMBER_FAILURES_PER_ADDRESS: perAddress }: Config,
): ThrottleKey[] {
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
type Row = Omit<z.infer<typeof throttleRow>, 'key'>

/** What an attempt adds under one key: its delay, whether a failure is rejected, and the delay steps to undo. */
type Failure = { key: Buffer; waitMs: number; isRejected: boolean; added: number }

/** Records an attempt as failed. Returns its longest delay, whether a failure is rejected, and what can be undone. */
export async function recordAttempt(db: Database, keys: readonly ThrottleKey[]) {
  const failures: Failure[] = []
  await changeRows(db, keys, (row, key) => {
    const { failure, changed } = countFailure(row, key)
    failures.push(failure)
    return changed
  })
  const waitMs = Math.max(...failures.map((failure) => failure.waitMs))
  return { waitMs, isRejected: failures.some(({ isRejected }) => isRejected), failures }
}

/** Undoes a recorded attempt that did not fail. */
export const undoAttempt = (db: Database, failures: readonly Failure[]): Promise<void> =>
  changeRows(db, failures, ({ failedAt, level, answeredAt }, { added }) => {
    return { failedAt: failedAt.slice(0, -1), level: Math.max(0, level - added), answeredAt }
  })

/** Changes the row of each key; creates missing ones. Locks them in a fixed order to avoid deadlocks. */
const changeRows = <Key extends { key: Buffer }>(
  db: Database,
  keys: readonly Key[],
  change: (row: Row, key: Key) => Row,
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const lockedRows = sql`
      insert into login_throttle (key_hash, answered_at)
      select key, ${now()} from unnest(${keys.map(({ key }) => key)}::bytea[]) as key order by key
          on conflict (key_hash) do update set level = login_throttle.level
      returning key_hash as key, failed_at as "failedAt", level, answered_at as "answeredAt"`
    const rows = await queryRows(transaction, throttleRow, lockedRows)
    for (const throttled of keys) {
      const row = rows.find(({ key }) => key.equals(throttled.key))
      if (!row) throw new Error('A throttle key has no row.')
      const { failedAt, level, answeredAt } = change(row, throttled)
      const values = sql`failed_at = ${failedAt}::timestamptz[], level = ${level}, answered_at = ${answeredAt}`
      await execute(transaction, sql`update login_throttle set ${values} where key_hash = ${throttled.key}`)
    }
  })

/** How long a failure counts. */
const windowMs = 60_000
/** The delays of successive responses after too many failures, in seconds. */
const delaySteps = [1, 2, 4, 8, 16, 30]
/** The delay of all further responses, in seconds. Wrong passwords are then rejected with 429 instead of 401. */
export const maxDelay = 30

/** Counts an attempt as failed under one key until it is undone. */
function countFailure(before: Row, { key, maxFailures, rejectsFailures }: ThrottleKey) {
  const [at, windowStart] = [now(), timeAgo(windowMs)]
  const recent = before.failedAt.filter((each) => each > windowStart)
  const level = before.answeredAt > windowStart ? before.level : 0
  const step = level > 0 || recent.length >= maxFailures ? delaySteps[level] : 0
  const waitMs = (step ?? maxDelay) * 1000
  const answeredAt = new Date(Math.max(before.answeredAt.getTime(), at.getTime() + waitMs))
  const failure = { key, waitMs, isRejected: rejectsFailures && step === undefined, added: step ? 1 : 0 }
  return { failure, changed: { failedAt: [...recent, at], level: level + failure.added, answeredAt } }
}
