import type { FastifyRequest } from 'fastify'
import { type Database, inTransaction } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import type { MemberRecord } from '../contract.ts'
import { type Account, auditLogin, isUnchanged } from './login-account.ts'
import { findMemberRecord } from './member-record-query.ts'
import { deleteOldSessions, endMemberSession, startMemberSession } from './member-sessions.ts'

/** What a login returns: the member page and the key for the session cookie. */
export type LoggedIn = { record: MemberRecord; key: string }

/** Thrown to roll back a session that must not start. */
class AccountChangedError extends Error {}

/**
 * Starts a session for a verified account and ends the previous session of this browser. Returns undefined if the
 * account was disabled or its password changed since verification.
 */
export async function startLoginSession(
  { db, config }: { db: Database; config: Config },
  request: FastifyRequest,
  account: Account,
): Promise<LoggedIn | undefined> {
  const record = await findMemberRecord(db, account.clientId, config.VIDEO_HOSTS)
  const previousKey = memberCookie.readKey(request, config)
  try {
    const key = await inTransaction(db, (transaction) =>
      createSession(transaction, request, { account, previousKey }),
    )
    return { record, key }
  } catch (error) {
    if (error instanceof AccountChangedError) return undefined
    throw error
  }
}

type NewLogin = { account: Account; previousKey: string | undefined }

/**
 * Inserts a session and returns its cookie key. A password reset locks the account row that the new session
 * references, so whichever comes later sees the other. Both lock the account before its sessions, to avoid a deadlock.
 */
async function createSession(
  transaction: Database,
  request: FastifyRequest,
  { account, previousKey }: NewLogin,
) {
  const key = await startMemberSession(transaction, { accountId: account.id, address: request.ip })
  if (!(await isUnchanged(transaction, account))) throw new AccountChangedError()
  if (previousKey !== undefined) await endMemberSession(transaction, previousKey)
  await deleteOldSessions(transaction)
  await auditLogin(transaction, request, account, 'member logged in')
  return key
}
