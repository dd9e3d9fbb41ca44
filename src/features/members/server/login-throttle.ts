import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, rowsOf, sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { hashKey } from '#sign-in/server/tokens.ts'
import { type Limit, nextStep, type Step, type Tally, takenBack } from './login-delay.ts'

type Limits = Pick<Config, 'MEMBER_FAILURES_PER_ACCOUNT' | 'MEMBER_FAILURES_PER_ADDRESS'>
type Counted = { key: Buffer; limit: Limit }
/** An attempt under one key: its delay, and how to undo it. */
type CountedStep = Counted & Step

/** Longer than any counter matters. */
const keptMs = 10 * 60_000
/** Queue limits per account, per address, and per account and address. */
const places = { ofAccount: 100, ofAddress: 100, ofBoth: 20 }

/**
 * The throttle keys of a login, narrowest first. Guessing an account from many addresses slows everyone down but
 * blocks only the guessers.
 */
export function countedUnder(name: string, place: string, limits: Limits): Counted[] {
  const perAccount = { failures: limits.MEMBER_FAILURES_PER_ACCOUNT, refuses: true }
  const perAddress = { failures: limits.MEMBER_FAILURES_PER_ADDRESS, refuses: true }
  return [
    { key: keyOf('both', name, place), limit: { ...perAccount, places: places.ofBoth } },
    { key: keyOf('account', name), limit: { ...perAccount, refuses: false, places: places.ofAccount } },
    { key: keyOf('address', place), limit: { ...perAddress, places: places.ofAddress } },
  ]
}

/** Joins key parts unambiguously. */
const keyOf = (...parts: string[]) => hashKey(JSON.stringify(parts))

const tally = z.object({
  key: z.instanceof(Buffer),
  failedAt: z.array(z.date()),
  level: z.number(),
  answeredAt: z.date(),
})
type Row = z.infer<typeof tally>

/** Records an attempt as failed and returns its delay for each throttle key. */
export async function countAttempt(db: Database, counted: readonly Counted[]): Promise<CountedStep[]> {
  await forgetOld(db)
  return inTransaction(db, async (transaction) => {
    const rows = await lockedRows(transaction, counted)
    const steps: CountedStep[] = []
    for (const each of counted) {
      const row = rows.find(({ key }) => key.equals(each.key))
      if (!row) throw new Error('A tally was not kept.')
      const { tally, ...step } = nextStep(row, each.limit, now())
      await write(transaction, each.key, tally)
      steps.push({ ...each, ...step })
    }
    return steps
  })
}

/** Undoes a recorded attempt that did not fail. */
export function takeBack(db: Database, steps: readonly CountedStep[]): Promise<void> {
  return inTransaction(db, async (transaction) => {
    for (const row of await lockedRows(transaction, steps)) {
      const raised = steps.find(({ key }) => key.equals(row.key))?.raised ?? 0
      await write(transaction, row.key, takenBack(row, raised))
    }
  })
}

/** Locks the rows in a fixed order to avoid deadlocks; creates missing ones. */
async function lockedRows(db: Database, counted: readonly Counted[]): Promise<Row[]> {
  const keys = counted.map(({ key }) => key)
  await execute(
    db,
    sql`
    insert into login_throttle (key_hash, answered_at)
    select key, ${now()} from unnest(${keys}::bytea[]) as key order by key
        on conflict (key_hash) do update set level = login_throttle.level`,
  )
  return rowsOf(
    db,
    tally,
    sql`
    select key_hash as key, failed_at as "failedAt", level, answered_at as "answeredAt"
      from login_throttle where key_hash = any(${keys}::bytea[]) order by key_hash for update`,
  )
}

const write = (db: Database, key: Buffer, { failedAt, level, answeredAt }: Tally) =>
  execute(
    db,
    sql`
    update login_throttle
       set failed_at = ${failedAt}::timestamptz[], level = ${level}, answered_at = ${answeredAt}
     where key_hash = ${key}`,
  )

/** Skips locked rows until the next run. */
const forgetOld = (db: Database) =>
  execute(
    db,
    sql`
    delete from login_throttle
     where key_hash in (select key_hash from login_throttle
                         where answered_at < ${new Date(now().getTime() - keptMs)}
                           for update skip locked)`,
  )
