import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'

/** Whose wrong cards are counted: those of a session, of its account from one place, and of its account. */
export type Asking = { sessionId: string; accountId: string; place: string }

/** How far back they count (rulings, section 7). */
const quarterMs = 15 * 60_000
/** How many sessions' worth of them an account has from one place, and from all. Its members share it. */
const sessions = { fromPlace: 10, fromAll: 100 }

const quarterAgo = () => new Date(now().getTime() - quarterMs)

/**
 * When a card can be asked for again; undefined where it can be now. Until the transaction ends nobody else asks in the
 * session, so its count is exact; that of the account can be passed by those who ask at the same moment.
 */
export async function freeAgainAt(
  db: Database,
  { sessionId, accountId, place }: Asking,
  perSession: number,
): Promise<Date | undefined> {
  await execute(db, sql`select from member_session where id = ${sessionId} for update`)
  const latest = sql`array_agg(asked_at order by asked_at desc)`
  const row = await rowOf(
    db,
    z.object({ oldest: z.date().nullable() }),
    sql`
    select greatest(
             (${latest} filter (where session_id = ${sessionId}))[${perSession}::int],
             (${latest} filter (where place = ${place}))[${sessions.fromPlace * perSession}::int],
             (${latest})[${sessions.fromAll * perSession}::int]) as oldest
      from wrong_card
     where account_id = ${accountId} and asked_at > ${quarterAgo()}`,
  )
  return row?.oldest ? new Date(row.oldest.getTime() + quarterMs) : undefined
}

/** Keeps that one more wrong card was asked for. Those that count no more are forgotten. */
export async function keepWrongCard(db: Database, { sessionId, accountId, place }: Asking) {
  await execute(db, sql`delete from wrong_card where asked_at <= ${quarterAgo()}`)
  await execute(
    db,
    sql`
    insert into wrong_card (session_id, account_id, place, asked_at)
    values (${sessionId}, ${accountId}, ${place}, ${now()})`,
  )
}
