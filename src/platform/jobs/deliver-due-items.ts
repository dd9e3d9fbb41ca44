import type { z } from 'zod'
import { now } from '../contract/clock.ts'
import { type Database, execute, inTransaction, queryRow, type Sql, sql } from '../db/database.ts'
import { traced } from '../telemetry/traced.ts'

const minute = 60_000
const hour = 60 * minute

/** The delay after this many failed attempts: a minute, doubled each time, at most six hours. */
export const retryDelay = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), 6 * hour)

/** How often workers look for due items. */
export const deliveryPollMs = 1000

/** An attempt that ends now; `attempts` includes it. */
type Attempt = { attempts: number; at: Date }

/** Why an attempt failed, in words that may be stored, and whether the item is given up. */
export type DeliveryFailure = { error: string; isGivenUp: boolean }

/**
 * A table of items to deliver. It has the columns `id`, `attempts`, `due_at`, `sent_at` and `given_up_at`; an item waits
 * while both of the last two are null.
 */
export type DeliveryQueue<Item extends { id: string; attempts: number }> = {
  table: string
  /** The columns to read. */
  columns: Sql
  row: z.ZodType<Item>
  /** The order of the due items. */
  order: Sql
  /** Delivers an item, or throws. */
  deliver: (item: Item) => Promise<void>
  /** Logs a failed attempt and returns what to store of it. */
  handleFailure: (error: unknown, item: Item, attempt: Attempt) => DeliveryFailure
  /** Assignments that record the last attempt; `error` is null after a success. */
  recordAttempt: (error: string | null, at: Date) => Sql
}

/**
 * Delivers the due items, one at a time, until none is due or `stop` is aborted, which lets the current one finish. A
 * failed attempt is repeated after a growing delay until the queue gives the item up. Returns the number of attempts.
 */
export async function deliverDueItems<Item extends { id: string; attempts: number }>(
  db: Database,
  queue: DeliveryQueue<Item>,
  stop?: AbortSignal,
): Promise<number> {
  let tried = 0
  while (!stop?.aborted && (await deliverNext(db, queue))) tried += 1
  return tried
}

/** The row stays locked during the attempt: other processes skip it, and if this process dies, it is free again. */
function deliverNext<Item extends { id: string; attempts: number }>(
  db: Database,
  queue: DeliveryQueue<Item>,
): Promise<boolean> {
  const table = sql.table(queue.table)
  return inTransaction(db, async (transaction) => {
    const item = await queryRow(
      transaction,
      queue.row,
      sql`
      select ${queue.columns}
        from ${table}
       where sent_at is null and given_up_at is null and due_at <= ${now()}
       order by ${queue.order}
       limit 1
         for update skip locked`,
    )
    if (!item) return false
    const changes = await attempt(queue, item)
    await execute(transaction, sql`update ${table} set ${sql.join(changes)} where id = ${item.id}`)
    return true
  })
}

/** Tries to deliver an item. Returns the assignments to its columns. */
async function attempt<Item extends { id: string; attempts: number }>(
  { table, deliver, handleFailure, recordAttempt }: DeliveryQueue<Item>,
  item: Item,
): Promise<Sql[]> {
  const attempts = item.attempts + 1
  const failed = await traced(`deliver ${table}`, () => deliver(item)).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const at = now()
  if (!failed) return [sql`attempts = ${attempts}`, sql`sent_at = ${at}`, recordAttempt(null, at)]
  const { error, isGivenUp } = handleFailure(failed.error, item, { attempts, at })
  const dueAt = new Date(at.getTime() + retryDelay(attempts))
  return [
    sql`attempts = ${attempts}`,
    sql`due_at = ${dueAt}`,
    sql`given_up_at = ${isGivenUp ? at : null}`,
    recordAttempt(error, at),
  ]
}
