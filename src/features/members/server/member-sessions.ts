import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, rowOf, rowsOf, sql } from '#platform/server/database.ts'
import { idleMs, longestMs } from '#sign-in/server/session-limits.ts'
import { hashOf, newKey } from '#sign-in/server/tokens.ts'

const member = z.object({ sessionId: z.string(), accountId: z.string(), clientId: z.string() })
/** Who makes a call of members: the session, its account, and the client that it is of. */
export type Member = z.infer<typeof member>

const before = (ms: number) => new Date(now().getTime() - ms)

/** Begins a session and gives the key for its cookie. */
export async function beginMemberSession(
  db: Database,
  { accountId, address }: { accountId: string; address: string },
): Promise<string> {
  const key = newKey()
  await execute(
    db,
    sql`
    insert into member_session (key_hash, account_id, address, started_at, seen_at)
    values (${hashOf(key)}, ${accountId}, ${address}, ${now()}, ${now()})`,
  )
  return key
}

/** Forgets sessions that began more than a day ago. Those that somebody holds at this moment are left for the next time. */
export const forgetOldSessions = (db: Database) =>
  execute(
    db,
    sql`
    delete from member_session
     where id in (select id from member_session where started_at < ${before(2 * longestMs)}
                     for update skip locked)`,
  )

/**
 * The member whose living session a cookie's key opens; it lives on from now. It ends an hour after the last call and
 * twelve after its start, as that of staff does, and with its account or its client.
 */
export function memberWith(db: Database, key: string): Promise<Member | undefined> {
  return rowOf(
    db,
    member,
    sql`
    update member_session s
       set seen_at = ${now()}
      from member_account a
      join client c on c.id = a.client_id and c.enabled
     where s.key_hash = ${hashOf(key)} and a.id = s.account_id and a.disabled_at is null
       and s.ended_at is null and s.seen_at > ${before(idleMs)} and s.started_at > ${before(longestMs)}
    returning s.id as "sessionId", a.id as "accountId", c.id as "clientId"`,
    { prepared: 'member of a session' },
  )
}

/**
 * Ends every session of a client's members: when it is closed, and when it is opened again, for a login that was being
 * looked at meanwhile may have begun one.
 */
export const endSessionsOfClient = (db: Database, clientId: string) =>
  execute(
    db,
    sql`
    update member_session set ended_at = ${now()}
     where ended_at is null and account_id in (select id from member_account where client_id = ${clientId})`,
  )

/** Ends the session of a cookie's key at once. Gives whose it was, if it still went on. */
export async function endMemberSession(db: Database, key: string): Promise<string | undefined> {
  const ended = await rowOf(
    db,
    z.object({ accountId: z.string() }),
    sql`
    update member_session set ended_at = ${now()} where key_hash = ${hashOf(key)} and ended_at is null
    returning account_id as "accountId"`,
  )
  return ended?.accountId
}

const living = z.object({ id: z.string(), address: z.string(), startedAt: z.date(), seenAt: z.date() })
export type MemberSession = z.infer<typeof living>

/** The sessions of an account that live, newest first. */
export const sessionsOfAccount = (db: Database, accountId: string): Promise<MemberSession[]> =>
  rowsOf(
    db,
    living,
    sql`
    select id, address, started_at as "startedAt", seen_at as "seenAt"
      from member_session
     where account_id = ${accountId} and ended_at is null
       and seen_at > ${before(idleMs)} and started_at > ${before(longestMs)}
     order by started_at desc`,
  )

/** Ends every session of an account, or the one with this id; gives how many. */
export const endSessionsOfAccount = (db: Database, accountId: string, sessionId?: string) =>
  execute(
    db,
    sql`
    update member_session set ended_at = ${now()}
     where account_id = ${accountId} and ended_at is null and id::text = coalesce(${sessionId ?? null}, id::text)`,
  )
