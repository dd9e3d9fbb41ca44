import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { problem, type Refusal } from '#platform/http/problem.ts'
import type { Guard } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { generateKey, hashKey, idleMs, maxSessionMs, memberCookie } from '#sign-in/server/cookies.ts'
import { messages, texts } from '../messages.ts'

const member = z.object({ sessionId: z.string(), accountId: z.string(), clientId: z.string() })
/** The session, account and client of a member request. */
export type Member = z.infer<typeof member>

/** Starts a session and returns its cookie key. */
export async function startMemberSession(
  db: Database,
  { accountId, address }: { accountId: string; address: string },
): Promise<string> {
  const key = generateKey()
  await execute(
    db,
    sql`
    insert into member_session (key_hash, account_id, address, started_at, seen_at)
    values (${hashKey(key)}, ${accountId}, ${address}, ${now()}, ${now()})`,
  )
  return key
}

/**
 * Finds and extends the active member session of a cookie key. A session ends one hour after its last request, twelve
 * hours after its start, or when its account is disabled or its client is closed.
 */
function findAndExtendSession(db: Database, key: string): Promise<Member | undefined> {
  return queryRow(
    db,
    member,
    sql`
    update member_session s
       set seen_at = ${now()}
      from member_account a
      join client c on c.id = a.client_id and c.enabled
     where s.key_hash = ${hashKey(key)} and a.id = s.account_id and a.disabled_at is null
       and s.ended_at is null and s.seen_at > ${timeAgo(idleMs)} and s.started_at > ${timeAgo(maxSessionMs)}
    returning s.id as "sessionId", a.id as "accountId", c.id as "clientId"`,
    { isPrepared: true },
  )
}

/** Sets that a session has ended and no longer shows a card. */
const end = () => sql`
      ended_at = ${now()}, shown_client_code = null, shown_policy_number = null, shown_patient_code = null`

/**
 * Ends all member sessions of a client. Called when it is closed and again when it is reopened, because a concurrent
 * login may have started one.
 */
export const endClientSessions = (db: Database, clientId: string) =>
  execute(
    db,
    sql`
    update member_session set ${end()}
     where ended_at is null and account_id in (select id from member_account where client_id = ${clientId})`,
  )

/** Ends all sessions, and lets cookies recognize no device anymore. Returns how many sessions ended. */
export async function endEverySession(db: Database): Promise<number> {
  await execute(db, sql`update member_account set device_key = default`)
  return execute(db, sql`update member_session set ${end()} where ended_at is null`)
}

/** Ends the session of a cookie key. Returns its account ID if it had not ended before. */
export async function endMemberSession(db: Database, key: string): Promise<string | undefined> {
  const ended = await queryRow(
    db,
    z.object({ accountId: z.string() }),
    sql`
    update member_session set ${end()} where key_hash = ${hashKey(key)} and ended_at is null
    returning account_id as "accountId"`,
  )
  return ended?.accountId
}

/** Whether a row of `member_session` is active: neither ended nor expired. */
export const activeSessionCondition = () =>
  sql`ended_at is null and seen_at > ${timeAgo(idleMs)} and started_at > ${timeAgo(maxSessionMs)}`

const activeSession = z.object({ id: z.string(), address: z.string(), startedAt: z.date(), seenAt: z.date() })
export type MemberSession = z.infer<typeof activeSession>

/** Lists the active sessions of an account, newest first. */
export const listAccountSessions = (db: Database, accountId: string): Promise<MemberSession[]> =>
  queryRows(
    db,
    activeSession,
    sql`
    select id, address, started_at as "startedAt", seen_at as "seenAt"
      from member_session
     where account_id = ${accountId} and ${activeSessionCondition()}
     order by started_at desc`,
  )

/** Ends every session of an account, or the one with this ID; returns how many. */
export const endAccountSessions = (db: Database, accountId: string, sessionId?: string) =>
  execute(
    db,
    sql`
    update member_session set ${end()}
     where account_id = ${accountId} and ended_at is null and id::text = coalesce(${sessionId ?? null}, id::text)`,
  )

const login = { to: '/client-member-page/login', label: texts.en.login.title } as const

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated member; null until the guard finds one. Read it with `requireMember`. */
    member: Member | null
  }
}

/** The guard of member endpoints, which requires an active member session (401 otherwise). */
export function memberGuard(app: FastifyInstance, { db, config }: { db: Database; config: Config }): Guard {
  app.decorateRequest('member', null)
  return async (request) => {
    rejectOtherSites(request, config)
    const key = memberCookie.readKey(request, config)
    const member = key === undefined ? undefined : await findAndExtendSession(db, key)
    if (!member)
      throw problem(401, messages.loginNeeded, {}, { link: login, refusal: await explain(db, key) })
    request.member = member
  }
}

async function explain(db: Database, key: string | undefined): Promise<Refusal> {
  if (key === undefined) return { reason: 'no sign-in' }
  const actor = await findSessionAccount(db, key)
  return { reason: actor === undefined ? 'unknown session' : 'session ended', actor }
}

/** The ID of the account whose session has a cookie key, active or not. */
export async function findSessionAccount(db: Database, key: string): Promise<string | undefined> {
  const found = await queryRow(
    db,
    member.pick({ accountId: true }),
    sql`select account_id as "accountId" from member_session where key_hash = ${hashKey(key)}`,
  )
  return found?.accountId
}

/** The authenticated member of this request. */
export function requireMember({ member }: FastifyRequest): Member {
  if (!member) throw new Error('The request has no authenticated member.')
  return member
}
