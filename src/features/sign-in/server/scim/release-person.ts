import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { staffMessages } from '../command-messages.ts'
import { endSessions, requirePerson } from '../staff-people.ts'

/**
 * Takes a person out of SCIM, for the `staff` commands. Their groups end, so no grant would mean every code: access stays
 * off until an operator has looked at the rights and turns it on.
 */
export function releasePerson(owner: Database, { who, actor }: { who: string; actor: string }) {
  return inTransaction(owner, async (db) => {
    const person = await requirePerson(db, who)
    if (!person.scim) throw new Error(staffMessages.notFromScim(who))
    await execute(
      db,
      sql`
      update staff_user
         set disabled_at = coalesce(disabled_at, ${now()}), disabled_by_scim = false, removed_by_scim = false
       where id = ${person.id}`,
    )
    await execute(db, sql`delete from scim_person where user_id = ${person.id}`)
    const sessions = await endSessions(db, person.id)
    const detail = { sessions, scim: person.scim }
    await audit(db, { actor, action: 'person released from SCIM', subject: person.id, detail })
    return { person, sessions }
  })
}

/** Where a sign-in came from. */
export type AuditNote = { address: string; reference: string }

/**
 * Undoes what a SCIM token did to somebody whom the claims of their provider name as internal staff. The access that an
 * operator turned off stays off.
 */
export async function leaveScim(db: Database, userId: string, note: AuditNote) {
  const found = await queryRow(
    db,
    z.object({}),
    sql`update scim_person set active = true where user_id = ${userId} returning user_id`,
  )
  if (!found) return
  await execute(
    db,
    sql`
    update staff_user set disabled_at = null, disabled_by_scim = false where id = ${userId} and disabled_by_scim`,
  )
  await execute(db, sql`delete from staff_grant where user_id = ${userId}`)
  await execute(db, sql`delete from scim_person where user_id = ${userId}`)
  const sessions = await endSessions(db, userId)
  const detail = { sessions, scim: 'internal' }
  await audit(db, { ...note, actor: userId, action: 'person released from SCIM', subject: userId, detail })
}
