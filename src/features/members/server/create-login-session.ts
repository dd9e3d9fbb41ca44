import type { FastifyRequest } from 'fastify'
import { type Database, inTransaction } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import type { MemberRecord } from '../contract.ts'
import { type Account, isAsLookedAt, writeDown } from './login-account.ts'
import { recordOf } from './member-record-query.ts'
import { beginMemberSession, endMemberSession, forgetOldSessions } from './member-sessions.ts'

/** A logged-in member: the member page and the session cookie key. */
export type LoggedIn = { record: MemberRecord; key: string }

/** Rolls back a session that must not start. */
class ChangedMeanwhile extends Error {}

/**
 * Starts a session for a verified account; undefined if the account was disabled or its password changed since. A
 * new login ends the previous session of this browser.
 */
export async function beginLogin(
  { db, config }: { db: Database; config: Config },
  request: FastifyRequest,
  account: Account,
): Promise<LoggedIn | undefined> {
  const record = await recordOf(db, account.clientId, config.VIDEO_HOSTS)
  const former = memberCookie.readKey(request, config)
  try {
    const key = await inTransaction(db, (transaction) => begun(transaction, request, { account, former }))
    return { record, key }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return undefined
    throw error
  }
}

type Beginning = { account: Account; former: string | undefined }

/**
 * Returns the key of a new session. A reset locks the account row, which a new session references, so the later one
 * sees the other. It locks sessions afterwards, in the same order as here, to avoid a deadlock.
 */
async function begun(transaction: Database, request: FastifyRequest, { account, former }: Beginning) {
  const key = await beginMemberSession(transaction, { accountId: account.id, address: request.ip })
  if (!(await isAsLookedAt(transaction, account))) throw new ChangedMeanwhile()
  if (former !== undefined) await endMemberSession(transaction, former)
  await forgetOldSessions(transaction)
  await writeDown(transaction, request, account, 'member logged in')
  return key
}
