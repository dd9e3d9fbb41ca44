import { audit } from '#platform/db/audit.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { requirePerson, type StaffPerson } from '#sign-in/server/staff-people.ts'
import { messages } from '../messages.ts'
import { addCounts, type Counts, deleteRows, sumCounts } from './data-kinds.ts'
import { inErasure, tryInErasure } from './hold-queries.ts'

/** Sessions, rights, and what a person saved or opened. Alerts about mass reading stay 30 days, for auditors. */
const ownTables = [
  'staff_session',
  'staff_grant',
  'authorization_view',
  'queue_email',
  'recent_case',
  'authorization_lease',
  'decision_answer',
  'report_run',
  'emergency_refusal',
]

type StaffErasure = { who: string; actor: string }

/**
 * Erases a former member of staff: name, email address, rights, sessions and everything in `ownTables`. The ID, the
 * subject and the external ID stay, so that access stays off, and so does the name in records of what the person
 * decided, wrote and opened. Returns how many rows of each table were erased. Throws a readable error while the person
 * has access or is in SCIM.
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
  addCounts(counts, { outbox: await deleteMail(db, person) })
  // The external ID stays barred from SCIM; a user name can be an email address.
  addCounts(counts, await deleteRows(db, ['scim_bar'], barredNameCondition(person)))
  const unassigned = sql`update authorization_request set assignee_id = null where assignee_id = ${person.id}`
  addCounts(counts, { assignments: await execute(db, unassigned) })
  const named = sql`id = ${person.id} and (name is not null or email is not null)`
  const nameless = sql`update staff_user set name = null, email = null where ${named}`
  addCounts(counts, { staff_user: await execute(db, nameless) })
  const rows = sumCounts(counts)
  await audit(db, { actor, action: 'staff data erased', subject: person.id, detail: { rows } })
  return counts
}

/** The user name and the email address that a person had when an operator turned off the access, in lower case. */
const barredNameCondition = ({ id }: StaffPerson) => sql`user_id = ${id} and kind = 'userName'`

/**
 * Deletes mail from and to the person, also what waits to be sent. An account that SCIM has removed has no address, but
 * the names that are barred from SCIM have it.
 */
const deleteMail = (db: Database, person: StaffPerson): Promise<number> =>
  execute(
    db,
    sql`
    delete from outbox
     where exists (select from (select lower(${person.email}::text) as address
                                 union all
                                select value from scim_bar where ${barredNameCondition(person)}) as own
                    where own.address in (lower(recipient), lower(reply_to)))`,
  )
