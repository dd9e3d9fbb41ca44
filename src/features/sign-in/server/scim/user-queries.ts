import { z } from 'zod'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { groupId, lockPeople } from './apply-grants.ts'
import type { UserAttributes } from './patch-user.ts'
import { ownClientCondition, type ScimCaller } from './require-scim-caller.ts'
import { type Condition, refuse } from './scim-filter.ts'
import { scimMessages } from './scim-messages.ts'

const personRow = z.object({
  id: z.string(),
  userName: z.string(),
  externalId: z.string().nullable(),
  active: z.boolean(),
  displayName: z.string().nullable(),
  formattedName: z.string().nullable(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  email: z.string().nullable(),
  version: z.int(),
  createdAt: z.date(),
  changedAt: z.date(),
  /** The IDs of the groups. */
  groups: z.array(z.string()),
  hasSignedIn: z.boolean(),
  isDisabled: z.boolean(),
  /** Whether an operator turned off their access. */
  isTurnedOff: z.boolean(),
})
export type PersonRow = z.infer<typeof personRow>

const peopleQuery = (caller: ScimCaller) => sql`
  select p.user_id as id, p.user_name as "userName", p.external_id as "externalId", p.active,
         p.display_name as "displayName", p.formatted_name as "formattedName", p.given_name as "givenName",
         p.family_name as "familyName", p.email, p.version, p.created_at as "createdAt", p.changed_at as "changedAt",
         coalesce((select json_agg(${groupId} order by ${groupId}) from scim_right
                    where scim_right.user_id = p.user_id and ${ownClientCondition(caller, sql`client_id`)}), '[]') as groups,
         u.last_signed_in_at is not null as "hasSignedIn", u.disabled_at is not null as "isDisabled",
         u.disabled_at is not null and not u.disabled_by_scim as "isTurnedOff"
    from scim_person p join staff_user u on u.id = p.user_id
   where p.issuer = ${caller.issuer}`

/** Uniqueness and filters ignore case (RFC 7643, section 4.1.1), and different forms of the same character. */
export const toKey = (userName: string) => userName.trim().normalize('NFKC').toLowerCase()

const comparisons: Readonly<Record<string, (value: string) => Sql>> = {
  username: (value) => sql`p.user_name_key = ${toKey(value)}`,
  externalid: (value) => sql`p.external_id = ${value}`,
  id: (value) => sql`p.user_id::text = ${value}`,
  'emails.value': (value) => sql`lower(p.email) = lower(${value})`,
  emails: (value) => sql`lower(p.email) = lower(${value})`,
  // The one address that is kept is the primary one, and counts as the one for work.
  'emails.type': (value) => {
    if (value.toLowerCase() !== 'work') throw refuse('invalidFilter')
    return hasEmail(true)
  },
  'emails.primary': (value) => hasEmail(readBoolean(value)),
  active: (value) => sql`p.active = ${readBoolean(value)}::boolean`,
}

const hasEmail = (isKept: boolean) => sql`(${isKept}::boolean and p.email is not null)`

function readBoolean(value: string): boolean {
  if (!/^(true|false)$/i.test(value)) throw refuse('invalidFilter')
  return value.toLowerCase() === 'true'
}

const toSql = (condition: Condition): Sql => findComparison(comparisons, condition)

/** The comparison of an attribute as SQL. Nothing equals an empty value, so 400 for one, and for another attribute. */
export function findComparison(
  known: Readonly<Record<string, (value: string) => Sql>>,
  { attribute, value }: Condition,
): Sql {
  const compare = Object.hasOwn(known, attribute) ? known[attribute] : undefined
  if (!compare || value === null || value === '') throw refuse('invalidFilter')
  return compare(String(value))
}

type Page = { conditions: readonly Condition[]; startIndex: number; count: number }

/** A page of the people of the provider, oldest first, with how many there are. */
export async function listPeople(db: Database, caller: ScimCaller, { conditions, startIndex, count }: Page) {
  const filter = sql.join([sql`true`, ...conditions.map(toSql)], sql` and `)
  const total = await queryRow(
    db,
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from scim_person p where p.issuer = ${caller.issuer} and ${filter}`,
  )
  const people = await queryRows(
    db,
    personRow,
    sql`
    ${peopleQuery(caller)} and ${filter}
     order by p.created_at, p.user_id limit ${count} offset ${startIndex - 1}`,
  )
  return { total: total?.total ?? 0, people }
}

/** Finds a person of the provider. Throws 404 for any other ID. */
export async function getPerson(db: Database, caller: ScimCaller, id: string): Promise<PersonRow> {
  const isId = z.uuid().safeParse(id).success
  const query = sql`${peopleQuery(caller)} and p.user_id = ${id}::uuid`
  const found = isId ? await queryRow(db, personRow, query) : undefined
  if (!found) throw problem(404, scimMessages.notFound)
  return found
}

/** Finds and locks a person: a sign-in at the same time is either over, or sees the change. */
export async function lockPerson(db: Database, caller: ScimCaller, id: string): Promise<PersonRow> {
  const { id: known } = await getPerson(db, caller, id)
  await lockPeople(db, [known])
  return getPerson(db, caller, known)
}

/**
 * Throws 409 if another person than `own` has the name or the external ID, or had it when an operator turned off their
 * access.
 */
export async function rejectTaken(
  db: Database,
  { issuer }: ScimCaller,
  { userName, externalId }: UserAttributes,
  own = '',
) {
  const taken = await queryRow(
    db,
    z.object({ isName: z.boolean() }),
    sql`
    select user_name_key = ${toKey(userName)} as "isName" from scim_person
     where issuer = ${issuer} and user_id::text <> ${own}
       and (user_name_key = ${toKey(userName)} or external_id = ${externalId})`,
  )
  if (!taken) return rejectTurnedOff(db, { issuer, userName, externalId, own })
  const message = taken.isName ? scimMessages.userNameTaken : scimMessages.externalIdTaken
  throw problem(409, message, { scimType: 'uniqueness' })
}

type Names = { issuer: string; userName: string; externalId: string | null; own: string }

/** Somebody who comes back under their external ID is the same person, whose access stays off. */
async function rejectTurnedOff(db: Database, { issuer, userName, externalId, own }: Names) {
  const barred = await queryRow(
    db,
    z.object({}),
    sql`
    select from scim_bar
     where issuer = ${issuer} and user_id::text <> ${own}
       and not exists (select from staff_user u
                        where ${own} = '' and u.id = scim_bar.user_id and u.issuer = ${issuer} and u.subject = ${externalId})
       and (kind = 'userName' and value = ${toKey(userName)} or kind = 'externalId' and value = ${externalId})
     limit 1`,
  )
  if (barred) throw problem(409, scimMessages.turnedOff, { scimType: 'uniqueness' })
}
