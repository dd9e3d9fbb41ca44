import { z } from 'zod'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { groupId } from './apply-grants.ts'
import type { UserAttributes } from './patch-user.ts'
import { isOwnClient, type ScimCaller } from './require-scim-caller.ts'
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
})
export type PersonRow = z.infer<typeof personRow>

const peopleQuery = (caller: ScimCaller) => sql`
  select p.user_id as id, p.user_name as "userName", p.external_id as "externalId", p.active,
         p.display_name as "displayName", p.formatted_name as "formattedName", p.given_name as "givenName",
         p.family_name as "familyName", p.email, p.version, p.created_at as "createdAt", p.changed_at as "changedAt",
         coalesce((select json_agg(${groupId} order by ${groupId}) from scim_right
                    where scim_right.user_id = p.user_id and ${isOwnClient(caller, sql`client_id`)}), '[]') as groups,
         u.last_signed_in_at is not null as "hasSignedIn"
    from scim_person p join staff_user u on u.id = p.user_id
   where p.issuer = ${caller.issuer}`

/** Uniqueness and filters ignore case (RFC 7643, section 4.1.1), and different forms of the same character. */
export const toKey = (userName: string) => userName.normalize('NFKC').toLowerCase()

const comparisons: Readonly<Record<string, (value: string) => Sql>> = {
  username: (value) => sql`p.user_name_key = ${toKey(value)}`,
  externalid: (value) => sql`p.external_id = ${value}`,
  id: (value) => sql`p.user_id::text = ${value}`,
  'emails.value': (value) => sql`lower(p.email) = lower(${value})`,
  emails: (value) => sql`lower(p.email) = lower(${value})`,
  active: (value) => sql`p.active = ${value.toLowerCase() === 'true'}::boolean`,
}

const toSql = ({ attribute, value }: Condition): Sql => {
  const compare = Object.hasOwn(comparisons, attribute) ? comparisons[attribute] : undefined
  if (!compare || value === null) throw refuse('invalidFilter')
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

/** Throws 409 if another person than `own` has the name or the external ID. */
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
  if (!taken) return
  const message = taken.isName ? scimMessages.userNameTaken : scimMessages.externalIdTaken
  throw problem(409, message, { scimType: 'uniqueness' })
}
