import type { FastifyRequest } from 'fastify'
import { type Database, inTransaction } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import type { MemberRecord } from '../contract.ts'
import { type Account, isAsLookedAt, writeDown } from './login-account.ts'
import { recordOf } from './member-record-query.ts'
import { beginMemberSession, endMemberSession, forgetOldSessions } from './member-sessions.ts'

/** What somebody has who is logged in: what they see, and the key for the cookie of their session. */
export type LoggedIn = { record: MemberRecord; key: string }

/** Thrown to leave nothing written of a session that is not to begin. */
class ChangedMeanwhile extends Error {}

/**
 * Begins a session of an account that was looked at; undefined where it was closed, or has another password, since.
 * Whoever logs in anew leaves the session that this browser had.
 */
export async function beginLogin(
  { db, config }: { db: Database; config: Config },
  request: FastifyRequest,
  account: Account,
): Promise<LoggedIn | undefined> {
  const record = await recordOf(db, account.clientId, config.VIDEO_HOSTS)
  const former = memberCookie.keyIn(request, config)
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
 * The key of a session that began. A reset holds the account's row, which a new session refers to: so whichever comes
 * later sees the other. It takes the sessions after that, as is done here, or each would wait for the other.
 */
async function begun(transaction: Database, request: FastifyRequest, { account, former }: Beginning) {
  const key = await beginMemberSession(transaction, { accountId: account.id, address: request.ip })
  if (!(await isAsLookedAt(transaction, account))) throw new ChangedMeanwhile()
  if (former !== undefined) await endMemberSession(transaction, former)
  await forgetOldSessions(transaction)
  await writeDown(transaction, request, account, 'member logged in')
  return key
}
