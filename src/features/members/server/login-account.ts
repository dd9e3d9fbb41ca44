import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findContent, memberContentKey, sanitizeContent } from '#clients/server/content-store.ts'
import { findMemberArea, findMemberSearches } from '#clients/server/member-area-queries.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import { type Language, type MemberPageData, type MemberRecord, memberRecord } from '../contract.ts'
import { signDevice } from './device-cookies.ts'
import type { LoginDeps } from './member-accounts.ts'
import { endMemberSession, startMemberSession } from './member-sessions.ts'

const account = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  /** The hash of the password that members log in with; no password matches it while the account has an initial one. */
  passwordHash: z.string(),
  initialHash: z.string().nullable(),
  initialUntil: z.date().nullable(),
  deviceKey: z.instanceof(Buffer),
  isEnabled: z.boolean(),
})
/** The account data for a check of its password. */
export type Account = z.infer<typeof account>

/** Finds an account by its normalized name (lowercase, trimmed). */
export const findAccountByName = (db: Database, name: string) =>
  queryRow(
    db,
    account,
    sql`
    select a.id, a.client_id as "clientId", a.name, a.password_hash as "passwordHash",
           a.initial_hash as "initialHash", a.initial_until as "initialUntil",
           a.device_key as "deviceKey", a.disabled_at is null and c.enabled as "isEnabled"
      from member_account a
      join client c on c.id = a.client_id
     where a.name = ${name}`,
  )

/** Finds the keys that sign the device cookies of the accounts with these normalized names. */
export async function findDeviceKeys(db: Database, names: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await queryRows(
    db,
    z.object({ name: z.string(), deviceKey: z.instanceof(Buffer) }),
    sql`select name, device_key as "deviceKey" from member_account where name = any(${names}::text[])`,
  )
  return new Map(rows.map(({ name, deviceKey }) => [name, deviceKey]))
}

/** Whether the account is still enabled and still has the password that was verified. */
const isUnchanged = async (db: Database, { id, passwordHash }: Account) =>
  (await queryRow(
    db,
    z.object({}),
    sql`
    select from member_account
     where id = ${id} and password_hash = ${passwordHash} and disabled_at is null`,
  )) !== undefined

/** Audits the result of a login without the typed name, which may be a password. */
export const auditLogin = (
  db: Database,
  request: FastifyRequest,
  found: Account | undefined,
  action: string,
  detail: { refused?: number } = {},
) =>
  audit(db, {
    actor: found?.id ?? 'unknown member',
    action,
    subject: found?.id ?? 'unknown member',
    address: request.ip,
    reference: request.id,
    detail: { client: found?.clientId ?? null, ...detail },
  })

/**
 * The minimum interval between audit events about rejections without verification, so that a flood of them
 * does not fill the audit trail.
 */
const auditIntervalMs = 60_000

/** Audits rejections without verification, with their number since the last such event. */
export function createUnverifiedAudit(db: Database) {
  let [auditedAt, unauditedCount] = [0, 0]
  return async (name: string, request: FastifyRequest) => {
    unauditedCount += 1
    const at = now().getTime()
    if (at - auditedAt < auditIntervalMs) return
    const refused = unauditedCount
    auditedAt = at
    unauditedCount = 0
    const found = await findAccountByName(db, name)
    await auditLogin(db, request, found, 'member logins refused unseen', { refused })
  }
}

/** What a login returns: the member page and the values of the session cookie and the device cookie. */
type LoggedIn = { record: MemberRecord; key: string; device: string }

/** Thrown to roll back a session that must not start. */
class AccountChangedError extends Error {
  override name = 'AccountChangedError'
}

/**
 * Starts a session for a verified account and ends the previous session of this browser. Returns undefined if the
 * account or its client is disabled, or if its password changed since verification.
 */
export async function startLoginSession(
  { db, config }: LoginDeps,
  request: FastifyRequest,
  account: Account,
): Promise<LoggedIn | undefined> {
  const { clientId, isEnabled } = account
  if (!isEnabled) return undefined
  const page = await findMemberPage(db, { clientId, language: 'en', videoHosts: config.VIDEO_HOSTS })
  const record = memberRecord.parse(page)
  const previousKey = memberCookie.readKey(request, config)
  try {
    const key = await inTransaction(db, (transaction) =>
      createSession(transaction, request, { account, previousKey }),
    )
    return { record, key, device: signDevice(account.deviceKey) }
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
  await auditLogin(transaction, request, account, 'member logged in')
  return key
}

/** Returns the current member page of a client, in this language if its content has it. */
export async function findMemberPage(
  db: Database,
  { clientId, language, videoHosts }: { clientId: string; language: Language; videoHosts: readonly string[] },
): Promise<MemberPageData> {
  const [area, inLanguage, inEnglish, searches] = await Promise.all([
    findMemberArea(db, clientId),
    findContent(db, memberContentKey(clientId, language)),
    findContent(db, memberContentKey(clientId, 'en')),
    findMemberSearches(db, clientId),
  ])
  if (!area) throw new Error('The client of the member does not exist.')
  const { clientName, showIdCard, showEnglishAndGerman, phones } = area
  const content = sanitizeContent(inLanguage || inEnglish || '', videoHosts).html
  const contentLanguage = inLanguage ? language : 'en'
  return {
    clientName,
    content,
    showIdCard,
    showEnglishAndGerman,
    contentLanguage,
    assistance: phones,
    searches,
  }
}
