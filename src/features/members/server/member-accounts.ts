import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import {
  type Database,
  execute,
  inTransaction,
  rowOf,
  rowsOf,
  type Sql,
  sql,
} from '#platform/server/database.ts'
import { endSessionsOfAccount, type MemberSession, sessionsOfAccount } from './member-sessions.ts'
import { messages } from './members-messages.ts'
import { isEasilyGuessed } from './password-rules.ts'
import { hashOfPassword } from './password-verifier.ts'

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

/**
 * Lists all accounts, or those of one client, by client and name. Shows only the age of a password. Throws an error
 * for an unknown client.
 */
export async function listMemberAccounts(db: Database, clientId?: string): Promise<MemberAccount[]> {
  if (clientId === undefined) return rowsOf(db, account, sql`${accounts} order by a.client_id, a.name`)
  await refuseUnknownClient(db, clientId)
  return rowsOf(db, account, sql`${accounts} where a.client_id = ${clientId} order by a.name`)
}

async function refuseUnknownClient(db: Database, clientId: string) {
  const client = await rowOf(db, z.object({}), sql`select from client where id = ${clientId}`)
  if (!client) throw new Error(messages.unknownClient(clientId))
}

/** Minimum (NIST SP 800-63B for single-factor passwords) and maximum password length. */
export const passwordLength = { least: 15, most: 1000 }

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const generatedLength = { groups: 5, letters: 4 }

/** Generates a readable random password with 100 bits of entropy: "k7fm-2xpa-…". */
export function newPassword(): string {
  const letter = () => alphabet.charAt(randomInt(alphabet.length))
  const group = () => Array.from({ length: generatedLength.letters }, letter).join('')
  return Array.from({ length: generatedLength.groups }, group).join('-')
}

type Asked = { name: string; actor: string }

/** Creates an account with this password. Throws an error for an invalid name, client or password. */
export async function makeMemberAccount(
  owner: Database,
  { name, actor, clientId, password }: Asked & { clientId: string; password: string },
) {
  const passwordHash = await acceptedHash(password, [name, ...(await namesOfClient(owner, clientId))])
  await inTransaction(owner, async (db) => {
    const kept = name.trim().toLowerCase()
    if (!/^[a-z0-9][a-z0-9._@-]{0,99}$/.test(kept)) throw new Error(messages.badName(name))
    if (await accountNamed(db, kept)) throw new Error(messages.nameTaken(kept))
    await refuseUnknownClient(db, clientId)
    await execute(
      db,
      sql`
      insert into member_account (name, client_id, password_hash, made_at, password_set_at)
      values (${kept}, ${clientId}, ${passwordHash}, ${now()}, ${now()})`,
    )
    await audit(db, { actor, action: 'member account made', subject: kept, detail: { client: clientId } })
  })
}

/** Sets a new password and ends the sessions of the account. */
export async function resetMemberAccount(
  owner: Database,
  { name, actor, password }: Asked & { password: string },
) {
  const kept = name.trim().toLowerCase()
  const found = await rowOf(owner, account, sql`${accounts} where a.name = ${kept}`)
  const passwordHash = await acceptedHash(password, [name, ...(await namesOfClient(owner, found?.clientId))])
  const change = sql`password_hash = ${passwordHash}, password_set_at = ${now()}`
  await changeAccount(owner, { name, actor, action: 'member password reset', change })
}

/** Disables an account and ends its sessions. */
export const disableMemberAccount = (owner: Database, asked: Asked) =>
  changeAccount(owner, { ...asked, action: 'member account disabled', change: sql`disabled_at = ${now()}` })

/** Enables a disabled account. */
export const enableMemberAccount = (owner: Database, asked: Asked) =>
  changeAccount(owner, { ...asked, action: 'member account enabled', change: sql`disabled_at = null` })

type Change = Asked & { action: string; change: Sql }

/** Every change of an account ends all of its sessions. */
function changeAccount(owner: Database, { name, actor, action, change }: Change): Promise<void> {
  return inTransaction(owner, async (db) => {
    const found = await knownAccount(db, name)
    await execute(db, sql`update member_account set ${change} where id = ${found.id}`)
    await endSessionsOfAccount(db, found.id)
    await audit(db, { actor, action, subject: found.name, detail: { client: found.clientId } })
  })
}

/** Lists the active sessions of an account. */
export function listMemberSessions(owner: Database, { name, actor }: Asked): Promise<MemberSession[]> {
  return inTransaction(owner, async (db) => {
    const found = await knownAccount(db, name)
    const sessions = await sessionsOfAccount(db, found.id)
    const detail = { client: found.clientId, sessions: sessions.length }
    await audit(db, { actor, action: 'member sessions listed', subject: found.name, detail })
    return sessions
  })
}

/**
 * Ends all sessions of an account or one of them; returns how many. Throws an error if that one is not of the
 * account or has ended.
 */
export function endMemberSessions(
  owner: Database,
  { name, actor, sessionId }: Asked & { sessionId?: string | undefined },
): Promise<number> {
  return inTransaction(owner, async (db) => {
    const found = await knownAccount(db, name)
    const sessions = await endSessionsOfAccount(db, found.id, sessionId)
    if (sessionId !== undefined && sessions === 0) throw new Error(messages.noSession(name, sessionId))
    const session = sessionId !== undefined && { session: sessionId }
    const detail = { client: found.clientId, sessions, ...session }
    await audit(db, { actor, action: 'member sessions ended', subject: found.name, detail })
    return sessions
  })
}

async function knownAccount(db: Database, name: string): Promise<MemberAccount> {
  const found = await accountNamed(db, name.trim().toLowerCase())
  if (!found) throw new Error(messages.unknown(name))
  return found
}

const accountNamed = (db: Database, name: string) =>
  rowOf(db, account, sql`${accounts} where a.name = ${name} for update of a`)

/** The client name of an account, which passwords must not be based on. */
async function namesOfClient(db: Database, clientId: string | undefined): Promise<string[]> {
  const client = z.object({ id: z.string(), name: z.string() })
  const found = await rowOf(db, client, sql`select id, name from client where id = ${clientId ?? null}`)
  return found ? [found.id, found.name] : []
}

async function acceptedHash(password: string, names: readonly string[]): Promise<string> {
  const { least, most } = passwordLength
  const { length } = Array.from(password)
  if (length < least) throw new Error(messages.tooShort(least, length))
  if (password.length > most) throw new Error(messages.tooLong(most))
  if (/\p{Cc}/u.test(password)) throw new Error(messages.unsendable)
  if (await isEasilyGuessed(password, names)) throw new Error(messages.easilyGuessed)
  return hashOfPassword(password)
}
