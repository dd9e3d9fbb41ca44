import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  type Sql,
  sql,
} from '#platform/db/database.ts'
import { generateKey } from '#sign-in/server/cookies.ts'
import { endAccountSessions, listAccountSessions, type MemberSession } from './member-sessions.ts'
import { messages } from './members-messages.ts'
import { findPasswordFault, hashPassword, initialPasswordMs, matchesHash } from './passwords.ts'

export type LoginDeps = { db: Database; config: Config }

/** The normalized name and the password that were typed. */
export type Typed = { name: string; password: string }

const account = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  clientEnabled: z.boolean(),
  passwordSetAt: z.date(),
  /** When the initial password expires; null if the account has a password that members log in with. */
  initialUntil: z.date().nullable(),
  disabledAt: z.date().nullable(),
})
export type MemberAccount = z.infer<typeof account>

const accounts = sql`
  select a.id, a.name, a.client_id as "clientId", c.enabled as "clientEnabled",
         a.password_set_at as "passwordSetAt", a.initial_until as "initialUntil", a.disabled_at as "disabledAt"
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

type NewPassword = { password: string; isInitial?: boolean }

/** The hashes of a new password. An initial one is stored apart, so that no password matches the hash for logins. */
export async function hashNewPassword({ password, isInitial = false }: NewPassword) {
  const passwordHash = await hashPassword(isInitial ? generateKey() : password)
  if (!isInitial) return { passwordHash, initialHash: null, initialUntil: null }
  const initialUntil = new Date(now().getTime() + initialPasswordMs)
  return { passwordHash, initialHash: await hashPassword(password), initialUntil }
}

const describeInitial = (initialUntil: Date | null): Record<string, string> =>
  initialUntil ? { initialUntil: initialUntil.toISOString() } : {}

/**
 * Creates an account with this password; returns when it expires if it is an initial one. Throws an error for an invalid
 * name, client or password.
 */
export async function createMemberAccount(
  owner: Database,
  { name, actor, clientId, ...chosen }: AccountCommand & NewPassword & { clientId: string },
): Promise<Date | null> {
  await rejectWeakPassword(chosen.password, [name, ...(await findClientNames(owner, clientId))])
  const { passwordHash, initialHash, initialUntil } = await hashNewPassword(chosen)
  await inTransaction(owner, async (db) => {
    const normalized = name.trim().toLowerCase()
    if (!isAccountName(normalized)) throw new Error(messages.badName(name))
    if (await findAccountForUpdate(db, normalized)) throw new Error(messages.nameTaken(normalized))
    await rejectUnknownClient(db, clientId)
    await execute(
      db,
      sql`
      insert into member_account
             (name, client_id, password_hash, initial_hash, initial_until, made_at, password_set_at)
      values (${normalized}, ${clientId}, ${passwordHash}, ${initialHash}, ${initialUntil}, ${now()}, ${now()})`,
    )
    await audit(db, {
      actor,
      action: 'member account made',
      subject: normalized,
      detail: { client: clientId, ...describeInitial(initialUntil) },
    })
  })
  return initialUntil
}

async function rejectWeakPassword(password: string, names: readonly string[]) {
  const fault = await findPasswordFault(password, names)
  if (fault) throw new Error(fault)
}

/** Sets a new password and ends the sessions of the account; returns when it expires if it is an initial one. */
export async function resetMemberAccount(
  owner: Database,
  { name, actor, ...chosen }: AccountCommand & NewPassword,
): Promise<Date | null> {
  const found = await findForReset(owner, name.trim().toLowerCase())
  await rejectWeakPassword(chosen.password, [name, ...(await findClientNames(owner, found?.clientId))])
  if (found?.initialHash && (await matchesHash(found.initialHash, chosen.password)))
    throw new Error(messages.wasInitial(name))
  const hashes = await hashNewPassword(chosen)
  const detail = describeInitial(hashes.initialUntil)
  await changeAccount(owner, {
    name,
    actor,
    action: 'member password reset',
    detail,
    change: setPassword(hashes),
  })
  return hashes.initialUntil
}

const findForReset = (db: Database, name: string) =>
  queryRow(
    db,
    z.object({ clientId: z.string(), initialHash: z.string().nullable() }),
    sql`select client_id as "clientId", initial_hash as "initialHash" from member_account where name = ${name}`,
  )

type Hashes = Awaited<ReturnType<typeof hashNewPassword>>

/** The assignments that set a new password. */
export const setPassword = ({ passwordHash, initialHash, initialUntil }: Hashes) => sql`
  password_hash = ${passwordHash}, initial_hash = ${initialHash}, initial_until = ${initialUntil},
  password_set_at = ${now()}`

/** Disables an account and ends its sessions. */
export const disableMemberAccount = (owner: Database, command: AccountCommand) =>
  changeAccount(owner, { ...command, action: 'member account disabled', change: sql`disabled_at = ${now()}` })

/** Enables a disabled account. */
export const enableMemberAccount = (owner: Database, command: AccountCommand) =>
  changeAccount(owner, { ...command, action: 'member account enabled', change: sql`disabled_at = null` })

type Change = Pick<AuditEvent, 'actor' | 'action' | 'address' | 'reference' | 'detail'> & { change: Sql }

function changeAccount(owner: Database, { name, ...change }: Change & { name: string }): Promise<void> {
  return inTransaction(owner, async (db) => {
    await applyChange(db, await requireAccount(db, name), change)
  })
}

/**
 * Changes a locked account and records it. Every change ends all sessions of the account and makes its browsers unknown;
 * returns how many sessions ended.
 */
export async function applyChange(
  db: Database,
  { id, name, clientId }: Pick<MemberAccount, 'id' | 'name' | 'clientId'>,
  { change, detail, ...event }: Change,
): Promise<number> {
  await execute(db, sql`update member_account set ${change} where id = ${id}`)
  const sessions = await endAccountSessions(db, id)
  await forgetDevices(db, id)
  await audit(db, { ...event, subject: name, detail: { client: clientId, ...detail } })
  return sessions
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
