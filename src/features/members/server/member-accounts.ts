import { z } from 'zod'
import { findContent, memberContentKey, sanitizeContent } from '#clients/server/content-store.ts'
import { findMemberArea, findMemberSearches } from '#clients/server/member-area-queries.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  type Sql,
  sql,
} from '#platform/db/database.ts'
import type { Language, MemberPageData } from '../contract.ts'
import { endAccountSessions, listAccountSessions, type MemberSession } from './member-sessions.ts'
import { messages } from './members-messages.ts'
import { hashPassword, rejectWeakPassword } from './passwords.ts'

const account = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  clientEnabled: z.boolean(),
  passwordSetAt: z.date(),
  disabledAt: z.date().nullable(),
})
export type MemberAccount = z.infer<typeof account>

const accounts = sql`
  select a.id, a.name, a.client_id as "clientId", c.enabled as "clientEnabled",
         a.password_set_at as "passwordSetAt", a.disabled_at as "disabledAt"
    from member_account a
    join client c on c.id = a.client_id`

/** Lists all accounts, or those of one client, by client and name. Throws an error for an unknown client. */
export async function listMemberAccounts(db: Database, clientId?: string): Promise<MemberAccount[]> {
  if (clientId === undefined) return queryRows(db, account, sql`${accounts} order by a.client_id, a.name`)
  await rejectUnknownClient(db, clientId)
  return queryRows(db, account, sql`${accounts} where a.client_id = ${clientId} order by a.name`)
}

async function rejectUnknownClient(db: Database, clientId: string) {
  const client = await queryRow(db, z.object({}), sql`select from client where id = ${clientId}`)
  if (!client) throw new Error(messages.unknownClient(clientId))
}

type AccountCommand = { name: string; actor: string }

/** Whether an account can have this normalized name. */
export const isAccountName = (name: string): boolean => /^[a-z0-9][a-z0-9._@-]{0,99}$/.test(name)

/** Creates an account with this password. Throws an error for an invalid name, client or password. */
export async function createMemberAccount(
  owner: Database,
  { name, actor, clientId, password }: AccountCommand & { clientId: string; password: string },
) {
  await rejectWeakPassword(password, [name, ...(await findClientNames(owner, clientId))])
  const passwordHash = await hashPassword(password)
  await inTransaction(owner, async (db) => {
    const normalized = name.trim().toLowerCase()
    if (!isAccountName(normalized)) throw new Error(messages.badName(name))
    if (await findAccountForUpdate(db, normalized)) throw new Error(messages.nameTaken(normalized))
    await rejectUnknownClient(db, clientId)
    await execute(
      db,
      sql`
      insert into member_account (name, client_id, password_hash, made_at, password_set_at)
      values (${normalized}, ${clientId}, ${passwordHash}, ${now()}, ${now()})`,
    )
    await audit(db, {
      actor,
      action: 'member account made',
      subject: normalized,
      detail: { client: clientId },
    })
  })
}

/** Sets a new password and ends the sessions of the account. */
export async function resetMemberAccount(
  owner: Database,
  { name, actor, password }: AccountCommand & { password: string },
) {
  const normalized = name.trim().toLowerCase()
  const found = await queryRow(owner, account, sql`${accounts} where a.name = ${normalized}`)
  await rejectWeakPassword(password, [name, ...(await findClientNames(owner, found?.clientId))])
  const passwordHash = await hashPassword(password)
  const change = sql`password_hash = ${passwordHash}, password_set_at = ${now()}`
  await changeAccount(owner, { name, actor, action: 'member password reset', change })
}

/** Disables an account and ends its sessions. */
export const disableMemberAccount = (owner: Database, command: AccountCommand) =>
  changeAccount(owner, { ...command, action: 'member account disabled', change: sql`disabled_at = ${now()}` })

/** Enables a disabled account. */
export const enableMemberAccount = (owner: Database, command: AccountCommand) =>
  changeAccount(owner, { ...command, action: 'member account enabled', change: sql`disabled_at = null` })

type Change = AccountCommand & { action: string; change: Sql }

/** Every change of an account ends all of its sessions and makes its browsers unknown. */
function changeAccount(owner: Database, { name, actor, action, change }: Change): Promise<void> {
  return inTransaction(owner, async (db) => {
    const found = await requireAccount(db, name)
    await execute(db, sql`update member_account set ${change} where id = ${found.id}`)
    await endAccountSessions(db, found.id)
    await forgetDevices(db, found.id)
    await audit(db, { actor, action, subject: found.name, detail: { client: found.clientId } })
  })
}

/** Lists the active sessions of an account. */
export function listMemberSessions(
  owner: Database,
  { name, actor }: AccountCommand,
): Promise<MemberSession[]> {
  return inTransaction(owner, async (db) => {
    const found = await requireAccount(db, name)
    const sessions = await listAccountSessions(db, found.id)
    const detail = { client: found.clientId, sessions: sessions.length }
    await audit(db, { actor, action: 'member sessions listed', subject: found.name, detail })
    return sessions
  })
}

/**
 * Ends all sessions of an account and makes its browsers unknown, or ends only the session with this ID. Returns how
 * many sessions it ended. Throws an error if that session belongs to another account or has ended.
 */
export function endMemberSessions(
  owner: Database,
  { name, actor, sessionId }: AccountCommand & { sessionId?: string | undefined },
): Promise<number> {
  return inTransaction(owner, async (db) => {
    const found = await requireAccount(db, name)
    const sessions = await endAccountSessions(db, found.id, sessionId)
    if (sessionId === undefined) await forgetDevices(db, found.id)
    if (sessionId !== undefined && sessions === 0) throw new Error(messages.noSession(name, sessionId))
    const session = sessionId !== undefined && { session: sessionId }
    const detail = { client: found.clientId, sessions, ...session }
    await audit(db, { actor, action: 'member sessions ended', subject: found.name, detail })
    return sessions
  })
}

/** Revokes the device cookies of an account. */
const forgetDevices = (db: Database, id: string) =>
  execute(db, sql`update member_account set device_key = default where id = ${id}`)

async function requireAccount(db: Database, name: string): Promise<MemberAccount> {
  const found = await findAccountForUpdate(db, name.trim().toLowerCase())
  if (!found) throw new Error(messages.unknown(name))
  return found
}

const findAccountForUpdate = (db: Database, name: string) =>
  queryRow(db, account, sql`${accounts} where a.name = ${name} for update of a`)

/** Returns the ID and name of a client, which its passwords must not be based on. */
async function findClientNames(db: Database, clientId: string | undefined): Promise<string[]> {
  const client = z.object({ id: z.string(), name: z.string() })
  const found = await queryRow(db, client, sql`select id, name from client where id = ${clientId ?? null}`)
  return found ? [found.id, found.name] : []
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
    ...{ clientName, content, showIdCard, showEnglishAndGerman },
    ...{ contentLanguage, assistance: phones, searches },
  }
}
