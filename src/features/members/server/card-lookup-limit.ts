import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, rowOf, type Sql, sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { policyKey } from './card-queries.ts'
import type { Member } from './member-sessions.ts'

/** A request for a card: by which member, from which visitor's address, for which policy number as typed. */
export type CardRequest = { member: Member; visitor: string; policy: string }
export type CardLimits = Pick<Config, 'WRONG_CARDS_PER_SESSION' | 'WRONG_CARDS_PER_POLICY'>

/** How far back wrong cards count. */
const periodMs = 15 * 60_000
const periodStart = () => new Date(now().getTime() - periodMs)

/** After how many sessions' worth of wrong cards an account is slowed: from one visitor, and from all. */
const slowedAfter = { oneVisitor: 10, allVisitors: 100 }
const longestWaitMs = 8000

const counts = z.object({ fromVisitor: z.number(), fromAll: z.number() })

/**
 * How long requests of an account wait: one second once there were too many wrong cards, and twice as long with each
 * further such number. Members share an account, so as a whole it is slowed and never refused.
 */
export async function slowDownMs(
  db: Database,
  { member, visitor }: CardRequest,
  { WRONG_CARDS_PER_SESSION: perSession }: CardLimits,
): Promise<number> {
  const row = await rowOf(
    db,
    counts,
    sql`
    select count(*) filter (where place = ${visitor}) as "fromVisitor", count(*) as "fromAll"
      from wrong_card
     where account_id = ${member.accountId} and asked_at > ${periodStart()}`,
  )
  const { fromVisitor = 0, fromAll = 0 } = row ?? {}
  const times = Math.max(
    Math.floor(fromVisitor / (slowedAfter.oneVisitor * perSession)),
    Math.floor(fromAll / (slowedAfter.allVisitors * perSession)),
  )
  return times === 0 ? 0 : Math.min(1000 * 2 ** (times - 1), longestWaitMs)
}

/**
 * When a card can be requested again; undefined where it can be now. Until the transaction ends no other request of the
 * session or for the policy goes on, so both counts are exact.
 */
export async function blockedUntil(
  db: Database,
  { member, policy }: CardRequest,
  limits: CardLimits,
): Promise<Date | undefined> {
  const hash = policyHash(member, policy)
  await execute(db, sql`select from member_session where id = ${member.sessionId} for update`)
  await execute(db, sql`select pg_advisory_xact_lock(hashtextextended(${hash}::text, 0))`)
  const latest = sql`array_agg(asked_at order by asked_at desc)`
  const row = await rowOf(
    db,
    z.object({ oldest: z.date().nullable() }),
    sql`
    select greatest(
             (${latest} filter (where session_id = ${member.sessionId}))[${limits.WRONG_CARDS_PER_SESSION}::int],
             (${latest} filter (where policy_hash = ${hash}))[${limits.WRONG_CARDS_PER_POLICY}::int]) as oldest
      from wrong_card
     where (session_id = ${member.sessionId} or policy_hash = ${hash}) and asked_at > ${periodStart()}`,
  )
  return row?.oldest ? new Date(row.oldest.getTime() + periodMs) : undefined
}

/** Counts one more wrong card. Those that count no more are removed. */
export async function countWrongCard(db: Database, { member, visitor, policy }: CardRequest) {
  await execute(db, sql`delete from wrong_card where asked_at <= ${periodStart()}`)
  await execute(
    db,
    sql`
    insert into wrong_card (session_id, account_id, place, policy_hash, asked_at)
    values (${member.sessionId}, ${member.accountId}, ${visitor}, ${policyHash(member, policy)}, ${now()})`,
  )
}

/** Numbers that are compared as the same have the same hash; the same number of another client has another. */
const policyHash = ({ clientId }: Member, policy: string): Sql =>
  sql`sha256(convert_to(${clientId} || ' ' || ${policyKey(policy)}, 'UTF8'))`
