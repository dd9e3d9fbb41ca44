import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { normalizedPolicy } from './card-queries.ts'
import type { Member } from './member-sessions.ts'

/** A card request: member, visitor address and typed policy number. */
export type CardRequest = { member: Member; visitor: string; policy: string }
export type CardLimits = Pick<Config, 'CARD_LOOKUP_FAILURES_PER_SESSION' | 'CARD_LOOKUP_FAILURES_PER_POLICY'>

/** How long a failed lookup counts. */
const failureMs = 15 * 60_000
/** Older failed lookups do not count. */
export const firstCountedFailure = () => timeAgo(failureMs)

/**
 * How many failures, from one visitor or in total, slow an account down, as multiples of the session limit.
 */
const delayThresholds = { oneVisitor: 10, allVisitors: 100 }
const maxDelayMs = 8000

const counts = z.object({ fromVisitor: z.number(), fromAll: z.number() })

/**
 * The delay of card requests from an account, in milliseconds: one second once failed lookups reach a
 * threshold, doubled for each further multiple of it, and eight seconds at most. Members share an account, so
 * it is slowed down but never blocked.
 */
export async function lookupDelayMs(
  db: Database,
  { member, visitor }: CardRequest,
  { CARD_LOOKUP_FAILURES_PER_SESSION: perSession }: CardLimits,
): Promise<number> {
  const row = await queryRow(
    db,
    counts,
    sql`
    select count(*) filter (where place = ${visitor}) as "fromVisitor", count(*) as "fromAll"
      from wrong_card
     where account_id = ${member.accountId} and asked_at > ${firstCountedFailure()}`,
  )
  const { fromVisitor = 0, fromAll = 0 } = row ?? {}
  const exceeded = Math.max(
    Math.floor(fromVisitor / (delayThresholds.oneVisitor * perSession)),
    Math.floor(fromAll / (delayThresholds.allVisitors * perSession)),
  )
  return exceeded === 0 ? 0 : Math.min(1000 * 2 ** (exceeded - 1), maxDelayMs)
}

/**
 * When this session can request a card for this policy again; undefined if neither is blocked. Locks the
 * session and the policy until the transaction ends, so that both counts are exact.
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
  const row = await queryRow(
    db,
    z.object({ oldest: z.date().nullable() }),
    sql`
    select greatest(
             (${latest} filter (where session_id = ${member.sessionId}))[${limits.CARD_LOOKUP_FAILURES_PER_SESSION}::int],
             (${latest} filter (where policy_hash = ${hash}))[${limits.CARD_LOOKUP_FAILURES_PER_POLICY}::int]) as oldest
      from wrong_card
     where (session_id = ${member.sessionId} or policy_hash = ${hash}) and asked_at > ${firstCountedFailure()}`,
  )
  return row?.oldest ? new Date(row.oldest.getTime() + failureMs) : undefined
}

/** Records a failed lookup. */
export async function recordFailedLookup(db: Database, { member, visitor, policy }: CardRequest) {
  await execute(
    db,
    sql`
    insert into wrong_card (session_id, account_id, place, policy_hash, asked_at)
    values (${member.sessionId}, ${member.accountId}, ${visitor}, ${policyHash(member, policy)}, ${now()})`,
  )
}

/** Hashes a policy number per client; numbers that compare as equal have equal hashes. */
const policyHash = ({ clientId }: Member, policy: string): Sql =>
  sql`sha256(convert_to(${clientId} || ' ' || ${normalizedPolicy(policy)}, 'UTF8'))`
