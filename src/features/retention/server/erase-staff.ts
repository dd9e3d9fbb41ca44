import { audit } from '#platform/db/audit.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { requirePerson, type StaffPerson } from '#sign-in/server/staff-people.ts'
import { messages } from '../messages.ts'
import { addCounts, type Counts, deleteRows } from './data-kinds.ts'
import { inErasure, tryInErasure } from './hold-queries.ts'

/** Sessions, rights, and what a person saved or opened. */
const ownTables = [
  ...['staff_session', 'staff_grant', 'authorization_view', 'queue_email', 'recent_case'],
  ...['authorization_lease', 'decision_answer', 'report_run', 'reading_alert', 'emergency_refusal'],
]

type StaffErasure = { who: string; actor: string }

/**
 * Erases a former member of staff: name, email address, rights, sessions and everything in `ownTables`. The ID, the
 * subject and the external ID stay, so that access stays off, and so does the name in records of what the person decided, wrote and opened.
 * Returns how many rows of each table were erased. Throws a readable error while the person has access or is in SCIM.
 */
export const eraseStaff = (owner: Database, request: StaffErasure): Promise<Counts> =>
  inErasure(owner, (db) => erase(db, request))

/** Does what `eraseStaff` does, in a transaction that is rolled back. */
export const tryStaffErasure = (owner: Database, request: StaffErasure): Promise<Counts> =>
  tryInErasure(owner, (db) => erase(db, request))

async function erase(db: Database, { who, actor }: StaffErasure): Promise<Counts> {
  const person = await requirePerson(db, who)
  if (person.scim === 'active' || person.scim === 'inactive') throw new Error(messages.staff.inScim(who))
  if (!person.disabledAt) throw new Error(messages.staff.hasAccess(who))
  const counts: Counts = {}
  addCounts(counts, await deleteRows(db, ownTables, sql`user_id = ${person.id}`))
  // The external ID stays barred from SCIM; a user name can be an email address.
  addCounts(counts, await deleteRows(db, ['scim_bar'], sql`user_id = ${person.id} and kind = 'userName'`))
  addCounts(counts, { outbox: await deleteMail(db, person) })
  const unassigned = sql`update authorization_request set assignee_id = null where assignee_id = ${person.id}`
  addCounts(counts, { assignments: await execute(db, unassigned) })
  const named = sql`id = ${person.id} and (name is not null or email is not null)`
  const nameless = sql`update staff_user set name = null, email = null where ${named}`
  addCounts(counts, { staff_user: await execute(db, nameless) })
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  await audit(db, { actor, action: 'staff data erased', subject: person.id, detail: { rows } })
  return counts
}

/** Deletes mail from and to the person, also what waits to be sent. */
async function deleteMail(db: Database, { email }: StaffPerson): Promise<number> {
  if (email === null) return 0
  return execute(db, sql`delete from outbox where lower(${email}) in (lower(recipient), lower(reply_to))`)
}
