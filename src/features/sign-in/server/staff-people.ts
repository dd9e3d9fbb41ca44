import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { staffMessages } from './command-messages.ts'
import { activeSessionCondition } from './staff-principal-query.ts'

const right = z.object({
  /** A client code, all codes of a client, or another right: "decide", "audit" or "members". */
  right: z.string(),
  /** When the person was given it; null if the portal did not record it for a group. */
  at: z.coerce.date().nullable(),
  /** Who gave it, as in the audit trail; null if only the trail or its archive has the name. */
  by: z.string().nullable(),
})

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
  mayAudit: z.boolean(),
  managesMembers: z.boolean(),
  /** The latest first. Of a person from SCIM, they include the groups of all codes of a client. */
  given: z.array(right),
  /**
   * What an identity provider said through SCIM about the person; null if nothing, or once they are released. It counts
   * with or without a token.
   */
  scim: z.enum(['active', 'inactive', 'removed']).nullable(),
})
/** A person with their grants; client and time are those of the last sign-in. */
export type StaffPerson = z.infer<typeof person>

const given = sql`
  select case kind when 'client code' then client_code else kind end as "right", granted_at as at, granted_by as by
    from staff_grant where user_id = u.id
   union all
  select 'all codes of ' || client_id, granted_at, granted_by from scim_right where user_id = u.id and kind = 'all'`

const people = sql`
  select u.id, u.issuer, u.subject, u.name, u.email, u.last_client_id as "clientId",
         u.last_signed_in_at as "signedInAt", u.disabled_at as "disabledAt",
         coalesce((select json_agg(g.client_code order by g.client_code)
                     from staff_grant g where g.user_id = u.id and g.kind = 'client code'), '[]') as codes,
         exists (select from staff_grant g where g.user_id = u.id and g.kind = 'decide') as "mayDecide",
         exists (select from staff_grant g where g.user_id = u.id and g.kind = 'audit') as "mayAudit",
         exists (select from staff_grant g where g.user_id = u.id and g.kind = 'members') as "managesMembers",
         coalesce((select json_agg(g order by g.at desc nulls last, g.by, g."right") from (${given}) as g), '[]') as given,
         coalesce((select case when p.active then 'active' else 'inactive' end from scim_person p
                    where p.user_id = u.id),
                  case when u.removed_by_scim then 'removed' end) as scim
    from staff_user u`

/** Lists everyone who has signed in or has grants, by client and name. */
export async function listStaff(db: Database, actor: string): Promise<StaffPerson[]> {
  const listed = await queryRows(db, person, sql`${people} order by u.last_client_id, u.name, u.subject`)
  await audit(db, { actor, action: 'staff listed', subject: 'staff', detail: { rows: listed.length } })
  return listed
}

/** Finds the person with this ID, or else subject or email address. Throws an error with the matches if there are several. */
export const findPerson = (db: Database, who: string) => findOnlyPerson(db, who, false)

/** Finds the person with this ID, subject, email address or name. Throws an error unless exactly one matches. */
export async function requirePerson(db: Database, who: string): Promise<StaffPerson> {
  const found = await findOnlyPerson(db, who, true)
  if (!found) throw new Error(staffMessages.unknownPerson(who))
  return found
}

/**
 * An identity provider chooses the other words, also for people whom an operator turned off, so an ID means nobody else,
 * and the names that a person had then still count.
 */
async function findOnlyPerson(db: Database, who: string, byName: boolean): Promise<StaffPerson | undefined> {
  const own = await queryRow(db, person, sql`${people} where u.id::text = lower(${who})`)
  if (own) return own
  const found = await queryRows(
    db,
    person,
    sql`
    ${people}
     where u.subject = ${who} or lower(u.email) = lower(${who})
        or exists (select from scim_person p where p.user_id = u.id and p.user_name_key = lower(${who}))
        or exists (select from scim_bar b where b.user_id = u.id and b.value in (${who}, lower(${who})))
        or ${byName} and lower(u.name) = lower(${who})
     order by u.last_client_id, u.name, u.subject`,
  )
  if (found.length > 1) throw new Error(staffMessages.severalPeople(who, found.map(describePerson)))
  return found[0]
}

/** Describes a person in one line with their unique ID. */
export const describePerson = ({ id, name, email, subject, clientId }: StaffPerson) =>
  `${id}  ${clientId ?? '–'}  ${[name, email, subject].filter(Boolean).join(', ')}`

export async function getPerson(db: Database, id: string): Promise<StaffPerson> {
  const found = await queryRow(db, person, sql`${people} where u.id = ${id}`)
  if (!found) throw new Error(staffMessages.unknownPerson(id))
  return found
}

type StaffCommand = { who: string; actor: string }
type Ended = { person: StaffPerson; sessions: number }

/**
 * Turns a person's access off: ends every session and blocks sign-in. A concurrent sign-in locks the person's
 * row, so it either commits first and loses its session, or starts later and is rejected.
 */
export function disableStaff(owner: Database, { who, actor }: StaffCommand): Promise<Ended> {
  return inTransaction(owner, async (db) => {
    const person = await requirePerson(db, who)
    await execute(
      db,
      sql`
      update staff_user set disabled_at = coalesce(disabled_at, ${now()}), disabled_by_scim = false
       where id = ${person.id}`,
    )
    const sessions = await endSessions(db, person.id)
    await audit(db, { actor, action: 'staff disabled', subject: person.id, detail: { sessions } })
    return { person, sessions }
  })
}

/** Lets a person whose access was turned off sign in again. */
export function enableStaff(owner: Database, { who, actor }: StaffCommand): Promise<StaffPerson> {
  return inTransaction(owner, async (db) => {
    const person = await requirePerson(db, who)
    if (person.scim === 'inactive' || person.scim === 'removed')
      throw new Error(staffMessages.disabledByScim(who))
    await execute(
      db,
      sql`update staff_user set disabled_at = null, disabled_by_scim = false where id = ${person.id}`,
    )
    await audit(db, { actor, action: 'staff enabled', subject: person.id })
    return person
  })
}

const session = z.object({
  id: z.string(),
  clientId: z.string(),
  address: z.string(),
  startedAt: z.date(),
  renewedAt: z.date(),
})
export type StaffSession = z.infer<typeof session>

/** Lists the active sessions of a person, newest first. */
export function listStaffSessions(owner: Database, { who, actor }: StaffCommand) {
  return inTransaction(owner, async (db) => {
    const person = await requirePerson(db, who)
    const sessions = await queryRows(
      db,
      session,
      sql`
      select id, client_id as "clientId", address, started_at as "startedAt", renewed_at as "renewedAt"
        from staff_session
       where user_id = ${person.id} and ${activeSessionCondition()}
       order by started_at desc`,
    )
    const detail = { sessions: sessions.length }
    await audit(db, { actor, action: 'staff sessions listed', subject: person.id, detail })
    return { person, sessions }
  })
}

/**
 * Ends every session of a person, or the one with this ID. Throws an error if that one is not theirs or has ended.
 */
export function endStaffSessions(
  owner: Database,
  { who, actor, sessionId }: StaffCommand & { sessionId?: string | undefined },
): Promise<Ended> {
  return inTransaction(owner, async (db) => {
    const person = await requirePerson(db, who)
    const sessions = await endSessions(db, person.id, sessionId)
    if (sessionId !== undefined && sessions === 0) throw new Error(staffMessages.noSession(who, sessionId))
    const detail = { sessions, ...(sessionId !== undefined && { session: sessionId }) }
    await audit(db, { actor, action: 'staff sessions ended', subject: person.id, detail })
    return { person, sessions }
  })
}

/** Ends the sessions of a person, or the one with this ID; returns how many. */
export const endSessions = (db: Database, userId: string, sessionId?: string) =>
  execute(
    db,
    sql`
    update staff_session set ended_at = ${now()}, id_token = ''
     where user_id = ${userId} and ended_at is null and id::text = coalesce(${sessionId ?? null}, id::text)`,
  )

/** A person as identified by the identity provider. */
export type Person = {
  issuer: string
  subject: string
  name: string | undefined
  email: string | undefined
}

const hasName = sql`staff_user.disabled_at is null or staff_user.disabled_by_scim and not staff_user.removed_by_scim`

/**
 * Returns the ID of the person with this issuer and `sub`. Creates the person, or updates name and email, except while the
 * access is turned off by other means than the state of a person in SCIM: the name may have been erased.
 */
export async function upsertUser(db: Database, { issuer, subject, name, email }: Person): Promise<string> {
  const row = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    insert into staff_user (issuer, subject, name, email, created_at)
    values (${issuer}, ${subject}, ${name ?? null}, ${email ?? null}, ${now()})
        on conflict (issuer, subject) do update
       set name = case when ${hasName} then excluded.name else staff_user.name end,
           email = case when ${hasName} then excluded.email else staff_user.email end
    returning id`,
  )
  if (!row) throw new Error('The person was not stored.')
  return row.id
}

/** Whether a person's access was turned off. */
export const isDisabled = async (db: Database, userId: string): Promise<boolean> =>
  Boolean(
    await queryRow(
      db,
      z.object({}),
      sql`select from staff_user where id = ${userId} and disabled_at is not null`,
    ),
  )
