import { z } from 'zod'
import { type Database, queryRow, queryRows, sql } from '#platform/server/database.ts'
import { messages } from '../messages.ts'

const person = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  clientId: z.string().nullable(),
  signedInAt: z.date().nullable(),
  disabledAt: z.date().nullable(),
  codes: z.array(z.string()),
  mayDecide: z.boolean(),
})
/** A person with their grants; client and time are those of the last sign-in. */
export type StaffPerson = z.infer<typeof person>

const people = sql`
  select u.id, u.issuer, u.subject, u.name, u.email, u.last_client_id as "clientId",
         u.last_signed_in_at as "signedInAt", u.disabled_at as "disabledAt",
         coalesce((select json_agg(g.client_code order by g.client_code)
                     from staff_grant g where g.user_id = u.id and g.kind = 'client code'), '[]') as codes,
         exists (select from staff_grant g where g.user_id = u.id and g.kind = 'decide') as "mayDecide"
    from staff_user u`

/** Lists everyone who has signed in or has grants, by client and name. */
export const listStaff = (db: Database) =>
  queryRows(db, person, sql`${people} order by u.last_client_id, u.name, u.subject`)

/** Finds the person with this ID, subject or email address. Throws an error with the matches if there are several. */
export const findPerson = (db: Database, who: string) => findOnlyPerson(db, who, false)

/** Finds the person with this ID, subject, email address or name. Throws an error unless exactly one matches. */
export async function requirePerson(db: Database, who: string): Promise<StaffPerson> {
  const found = await findOnlyPerson(db, who, true)
  if (!found) throw new Error(messages.staff.unknownPerson(who))
  return found
}

async function findOnlyPerson(db: Database, who: string, byName: boolean): Promise<StaffPerson | undefined> {
  const found = await queryRows(
    db,
    person,
    sql`
    ${people}
     where ${who} in (u.id::text, u.subject) or lower(u.email) = lower(${who})
        or ${byName} and lower(u.name) = lower(${who})
     order by u.last_client_id, u.name, u.subject`,
  )
  if (found.length > 1) throw new Error(messages.staff.severalPeople(who, found.map(describePerson)))
  return found[0]
}

/** Describes a person in one line with their unique ID. */
export const describePerson = ({ id, name, email, subject, clientId }: StaffPerson) =>
  `${id}  ${clientId ?? '–'}  ${[name, email, subject].filter(Boolean).join(', ')}`

export async function getPerson(db: Database, id: string): Promise<StaffPerson> {
  const found = await queryRow(db, person, sql`${people} where u.id = ${id}`)
  if (!found) throw new Error(messages.staff.unknownPerson(id))
  return found
}
