import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { endSessions } from '../staff-people.ts'
import { applyGrants, lockPeople } from './apply-grants.ts'
import type { UserAttributes } from './patch-user.ts'
import { ownClientCondition, type ScimCaller } from './require-scim-caller.ts'
import { scimMessages } from './scim-messages.ts'
import { auditRead } from './scim-response.ts'
import { getPerson, type PersonRow, rejectTaken, toKey } from './user-queries.ts'

/** Adds a person, or a person who signed in before the provider used SCIM. Their former rights end. */
export async function addPerson(
  db: Database,
  caller: ScimCaller,
  attributes: UserAttributes,
): Promise<PersonRow> {
  await rejectTaken(db, caller, attributes)
  const { id, before } = await findOrCreateUser(db, caller, attributes.externalId)
  const alike = await findAlike(db, caller, { id, userName: attributes.userName })
  await lockPeople(db, [id])
  await execute(
    db,
    sql`
    insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
    values (${id}, ${caller.issuer}, '', ${id}, true, ${now()}, ${now()})`,
  )
  await execute(db, sql`update staff_user set removed_by_scim = false where id = ${id} and removed_by_scim`)
  const sessions = await endSessions(db, id)
  await applyGrants(db, caller, [id])
  await store(db, caller, { id, active: false }, attributes)
  const detail = { active: attributes.active, sessions, before, after: '', ...(alike && { alike }) }
  await audit(db, { ...caller.audit, action: 'person added by SCIM', subject: id, detail })
  return getPerson(db, caller, id)
}

/**
 * Finds somebody else with access whose email address is this name: the same human, perhaps, known by another claim. The
 * audit trail tells. Nothing is refused, because an address can be given to somebody else.
 */
async function findAlike(
  db: Database,
  { issuer }: ScimCaller,
  { id, userName }: { id: string; userName: string },
) {
  const found = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    select id from staff_user
     where issuer = ${issuer} and id <> ${id} and disabled_at is null and lower(email) = lower(${userName})
     order by last_signed_in_at desc nulls last limit 1`,
  )
  return found?.id
}

const existing = z.object({
  id: z.string(),
  isAdoptable: z.boolean(),
  hasEarlyRights: z.boolean(),
  before: z.string(),
})

/**
 * Finds or creates the person behind an external ID. Internal staff and people of clients that another provider has stay
 * out of reach: 409. So do people with rights from before their first sign-in, because they could be internal staff.
 */
async function findOrCreateUser(db: Database, caller: ScimCaller, externalId: string | null) {
  const found = await queryRow(
    db,
    existing,
    sql`
    select u.id,
           (u.last_client_id is null or ${ownClientCondition(caller, sql`u.last_client_id`)})
             and not exists (select from scim_person p where p.user_id = u.id)
             and not exists (select from staff_grant g where g.user_id = u.id and g.kind = 'audit')
             and not exists (select from staff_session s
                              where s.user_id = u.id and not ${ownClientCondition(caller, sql`s.client_id`)}) as "isAdoptable",
           u.last_signed_in_at is null
             and exists (select from staff_grant g where g.user_id = u.id) as "hasEarlyRights",
           coalesce((select string_agg(g.kind || case g.client_code when '' then '' else ' ' || g.client_code end, ', '
                                       order by g.kind, g.client_code)
                       from staff_grant g where g.user_id = u.id), '') as before
      from staff_user u where u.issuer = ${caller.issuer} and u.subject = ${externalId}
       for no key update of u`,
  )
  if (found?.isAdoptable && found.hasEarlyRights)
    throw problem(409, scimMessages.hasRights, { scimType: 'uniqueness' })
  if (found?.isAdoptable) return found
  if (found) throw problem(409, scimMessages.otherPerson, { scimType: 'uniqueness' })
  const made = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    with made as (select gen_random_uuid() as id)
    insert into staff_user (id, issuer, subject, created_at)
    select id, ${caller.issuer}, coalesce(${externalId}::text, 'scim:' || id), ${now()} from made
        on conflict do nothing returning id`,
  )
  // Somebody signs in as this person at this moment.
  if (!made) throw problem(409, scimMessages.otherPerson, { scimType: 'uniqueness' })
  return { id: made.id, before: '' }
}

/** Stores changed attributes of a person. With `active` false, their sessions end, and they cannot sign in. */
export async function changePerson(
  db: Database,
  caller: ScimCaller,
  current: PersonRow,
  attributes: UserAttributes,
) {
  if (!isChanged(current, attributes)) {
    await auditRead(db, caller, { subject: current.id, rows: 1 })
    return current
  }
  const { externalId } = current
  const isRenamed =
    toKey(attributes.userName) !== toKey(current.userName) || attributes.externalId !== externalId
  if (attributes.externalId !== externalId && (current.hasSignedIn || current.isTurnedOff))
    throw problem(400, scimMessages.externalIdStays, { scimType: 'mutability' })
  if (isRenamed) await rejectTaken(db, caller, attributes, current.id)
  await store(db, caller, current, attributes)
  const hasSwitched = current.active !== attributes.active
  const sessions = attributes.active ? 0 : await endSessions(db, current.id)
  const action = attributes.active ? 'person activated by SCIM' : 'person deactivated by SCIM'
  await audit(db, {
    ...caller.audit,
    action: hasSwitched ? action : 'person changed by SCIM',
    subject: current.id,
    detail: { active: attributes.active, ...(hasSwitched && { sessions }) },
  })
  return getPerson(db, caller, current.id)
}

/** A person who is inactive, but can sign in, is deactivated again. */
const isChanged = (current: PersonRow, attributes: UserAttributes) =>
  (!attributes.active && !current.isDisabled) ||
  Object.entries(attributes).some(([key, value]) => current[key as keyof UserAttributes] !== value)

async function store(
  db: Database,
  caller: ScimCaller,
  { id, active: wasActive }: Pick<PersonRow, 'id' | 'active'>,
  attributes: UserAttributes,
) {
  const { userName, externalId, active, displayName, formattedName, givenName, familyName, email } =
    attributes
  await execute(
    db,
    sql`
    update scim_person
       set user_name = ${userName}, user_name_key = ${toKey(userName)}, external_id = ${externalId},
           active = ${active}, display_name = ${displayName}, formatted_name = ${formattedName},
           given_name = ${givenName}, family_name = ${familyName}, email = ${email},
           version = version + 1, changed_at = ${now()}
     where user_id = ${id}`,
  )
  const name = displayName ?? formattedName ?? ([givenName, familyName].filter(Boolean).join(' ') || userName)
  await execute(db, sql`update staff_user set name = ${name}, email = ${email} where id = ${id}`)
  if (externalId !== null) await setSubject(db, caller, id, externalId)
  if (active && !wasActive) await enable(db, id)
  if (!active) await disable(db, id)
}

async function setSubject(db: Database, { issuer }: ScimCaller, id: string, externalId: string) {
  const other = sql`select from staff_user where issuer = ${issuer} and subject = ${externalId} and id <> ${id}`
  if (await queryRow(db, z.object({}), other))
    throw problem(409, scimMessages.otherPerson, { scimType: 'uniqueness' })
  await execute(db, sql`update staff_user set subject = ${externalId} where id = ${id}`)
}

/** An operator who turned off the access of a person is not overruled: see `enable`. */
const disable = (db: Database, id: string) =>
  execute(
    db,
    sql`
    update staff_user set disabled_by_scim = disabled_by_scim or disabled_at is null,
                          disabled_at = coalesce(disabled_at, ${now()})
     where id = ${id}`,
  )

const enable = (db: Database, id: string) =>
  execute(
    db,
    sql`update staff_user set disabled_at = null, disabled_by_scim = false where id = ${id} and disabled_by_scim`,
  )

/**
 * Removes a person. The name stays for the audit trail if they have ever signed in, with the issuer and the subject: they
 * are the same person if they come back. So it does if an operator turned off their access, which outlasts the removal.
 */
export async function removePerson(db: Database, caller: ScimCaller, { id, groups }: PersonRow) {
  await lockPeople(db, [id])
  await disable(db, id)
  const sessions = await endSessions(db, id)
  await execute(db, sql`delete from scim_right where user_id = ${id}`)
  await applyGrants(db, caller, [id])
  const keptCondition = sql`last_signed_in_at is not null or disabled_at is not null and not disabled_by_scim`
  await execute(
    db,
    sql`
    update staff_user
       set email = null, removed_by_scim = true,
           name = case when ${keptCondition} then name end,
           subject = case when ${keptCondition} then subject else 'scim:' || id end
     where id = ${id}`,
  )
  await execute(db, sql`delete from scim_person where user_id = ${id}`)
  const detail = { sessions, before: groups.join(' '), after: '' }
  await audit(db, { ...caller.audit, action: 'person removed by SCIM', subject: id, detail })
}
