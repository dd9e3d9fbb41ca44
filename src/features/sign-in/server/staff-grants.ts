import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { staffMessages } from './command-messages.ts'
import { findPerson, getPerson, type StaffPerson } from './staff-people.ts'

export type Grant = {
  codes?: readonly string[]
  allCodes?: boolean
  decide?: boolean
  /** Whether internal staff may read the audit trail. */
  audit?: boolean
  /** Whether they may change the passwords of the client's member accounts. */
  members?: boolean
}
type GrantCommand = { who: string; issuer: string; grant: Grant; actor: string }

/**
 * Restricts a person to client codes, or gives them rights. A person who has not signed in yet is identified by the subject
 * from the identity provider. Throws an error for an unknown code, and for an email address that nobody has: sign-ins are
 * matched by subject, so a restriction of that address would restrict nobody.
 */
export function grantRights(
  owner: Database,
  { who, issuer, grant, actor }: GrantCommand,
): Promise<StaffPerson> {
  return inTransaction(owner, async (db) => {
    const found = await findPerson(db, who)
    if (found?.scim) throw new Error(staffMessages.fromScim(who))
    if (!found && who.includes('@')) throw new Error(staffMessages.unknownEmail(who))
    await rejectUnknownCodes(db, grant.codes ?? [])
    await rejectForeignCodes(db, who, found?.clientId, grant.codes ?? [])
    const { id } = found ?? (await createPerson(db, issuer, who))
    const rows = [
      ...(grant.codes ?? []).map((code) => ({ kind: 'client code', code })),
      ...(grant.decide ? [{ kind: 'decide', code: '' }] : []),
      ...(grant.audit ? [{ kind: 'audit', code: '' }] : []),
      ...(grant.members ? [{ kind: 'members', code: '' }] : []),
    ]
    for (const { kind, code } of rows)
      await execute(
        db,
        sql`
        insert into staff_grant (user_id, kind, client_code, granted_at, granted_by)
        values (${id}, ${kind}, ${code}, ${now()}, ${actor})
            on conflict do nothing`,
      )
    await audit(db, { actor, action: 'right granted', subject: id, detail: auditDetail(grant) })
    return getPerson(db, id)
  })
}

/** Revokes grants. The last code can only be revoked with the whole restriction: see `allCodes`. */
export function revokeRights(owner: Database, { who, grant, actor }: GrantCommand): Promise<StaffPerson> {
  return inTransaction(owner, async (db) => {
    const found = await findPerson(db, who)
    if (!found) throw new Error(staffMessages.unknownPerson(who))
    if (found.scim) throw new Error(staffMessages.fromScim(who))
    const revoked = grant.allCodes ? found.codes : (grant.codes ?? [])
    const remaining = found.codes.filter((code) => !revoked.includes(code))
    if (!grant.allCodes && revoked.length > 0 && remaining.length === 0)
      throw new Error(staffMessages.lastCode(who))
    await execute(
      db,
      sql`
      delete from staff_grant
       where user_id = ${found.id}
         and (kind = 'client code' and client_code = any(${revoked})
           or kind = 'decide' and ${grant.decide ?? false}
           or kind = 'audit' and ${grant.audit ?? false}
           or kind = 'members' and ${grant.members ?? false})`,
    )
    await audit(db, {
      actor,
      action: 'right revoked',
      subject: found.id,
      detail: auditDetail({ ...grant, codes: revoked }),
    })
    return getPerson(db, found.id)
  })
}

async function createPerson(db: Database, issuer: string, subject: string): Promise<{ id: string }> {
  const made = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    insert into staff_user (issuer, subject, created_at) values (${issuer}, ${subject}, ${now()}) returning id`,
  )
  if (!made) throw new Error(staffMessages.unknownPerson(subject))
  return made
}

async function rejectUnknownCodes(db: Database, codes: readonly string[]) {
  const known = await queryRows(
    db,
    z.object({ code: z.string() }),
    sql`select code from client_code where code = any(${codes})`,
  )
  const unknown = codes.filter((code) => !known.some((each) => each.code === code))
  if (unknown.length > 0) throw new Error(staffMessages.unknownCodes(unknown))
}

/**
 * Rejects codes that the person's client does not have, because they would hide every row. The client of internal
 * staff has no codes, so its staff can be restricted to any.
 */
async function rejectForeignCodes(
  db: Database,
  who: string,
  clientId: string | null | undefined,
  codes: readonly string[],
) {
  if (!clientId) return
  const own = await queryRows(
    db,
    z.object({ code: z.string() }),
    sql`select code from client_code where client_id = ${clientId}`,
  )
  const foreign = codes.filter((code) => !own.some((each) => each.code === code))
  if (own.length > 0 && foreign.length > 0)
    throw new Error(staffMessages.foreignCodes(who, foreign, clientId))
}

const auditDetail = ({ codes = [], decide = false, audit = false, members = false }: Grant) => ({
  codes: codes.join(','),
  decide,
  audit,
  members,
})

/** Whether a person may read the audit trail: with the right, and only if they see every client. */
export async function mayReadAuditTrail(db: Database, userId: string): Promise<boolean> {
  const found = await queryRow(
    db,
    z.object({ may: z.boolean() }),
    sql`
    select exists (select from staff_grant where user_id = ${userId} and kind = 'audit')
       and not exists (select from staff_grant where user_id = ${userId} and kind = 'client code') as may`,
  )
  return found?.may ?? false
}
