import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { type ScimOperation, scimLimits } from '../../scim-resource-contract.ts'
import { changeRight, type Right, rightKind } from './apply-grants.ts'
import { ownClientCondition, type ScimCaller } from './require-scim-caller.ts'
import { type Condition, normalizeAttribute, parsePath, refuse } from './scim-filter.ts'
import { scimMessages } from './scim-messages.ts'
import { findComparison } from './user-queries.ts'

const groupRow = z.object({
  id: z.string(),
  displayName: z.string(),
  kind: rightKind,
  clientId: z.string(),
  clientCode: z.string(),
})
export type GroupRow = z.infer<typeof groupRow>

/** The rights that people can have at the clients of the provider. */
const groupsQuery = (caller: ScimCaller) => sql`
  select 'all.' || c.id as id, c.id || ': all codes' as "displayName", 'all' as kind, c.id as "clientId",
         '' as "clientCode"
    from client c where ${ownClientCondition(caller, sql`c.id`)}
  union all
  select 'decide.' || c.id, c.id || ': decide authorizations', 'decide', c.id, ''
    from client c where ${ownClientCondition(caller, sql`c.id`)}
  union all
  select 'members.' || c.id, c.id || ': change member passwords', 'members', c.id, ''
    from client c where ${ownClientCondition(caller, sql`c.id`)}
  union all
  select 'code.' || k.code, k.client_id || ': code ' || k.code, 'code', k.client_id, k.code
    from client_code k where ${ownClientCondition(caller, sql`k.client_id`)}`

const comparisonsFor = ({ issuer }: ScimCaller): Readonly<Record<string, (value: string) => Sql>> => ({
  id: (value) => sql`id = ${value}`,
  displayname: (value) => sql`lower("displayName") = lower(${value})`,
  'members.value': (value) => memberCondition(value, issuer),
  members: (value) => memberCondition(value, issuer),
})
const memberCondition = (id: string, issuer: string) => sql`
  exists (select from scim_right r join scim_person p using (user_id)
           where p.user_id::text = ${id} and p.issuer = ${issuer}
             and (r.kind, r.client_id, r.client_code) = (kind, "clientId", "clientCode"))`

/** The groups of the provider that meet all conditions, by name. */
export const listGroups = (db: Database, caller: ScimCaller, conditions: readonly Condition[]) =>
  queryRows(
    db,
    groupRow,
    sql`
    select * from (${groupsQuery(caller)}) as groups
     where ${sql.join([sql`true`, ...conditions.map((each) => findComparison(comparisonsFor(caller), each))], sql` and `)}
     order by id`,
  )

/** Finds a group of the provider. Throws 404 for any other ID. */
export async function getGroup(db: Database, caller: ScimCaller, id: string): Promise<GroupRow> {
  const [found] = await listGroups(db, caller, [{ attribute: 'id', value: id }])
  if (!found) throw problem(404, scimMessages.notFound)
  return found
}

const memberRow = z.object({ id: z.string(), name: z.string() })
export type MemberRow = z.infer<typeof memberRow>

/**
 * The members of a group who are people of the provider: a client can have come from another one. Two steps instead of a
 * join, see `readRights`.
 */
export async function listMembers(
  db: Database,
  { issuer }: ScimCaller,
  { kind, clientId, clientCode }: Right,
): Promise<MemberRow[]> {
  const all = await queryRows(
    db,
    memberRow.pick({ id: true }),
    sql`
    select user_id as id from scim_right
     where kind = ${kind} and client_id = ${clientId} and client_code = ${clientCode}`,
  )
  return queryRows(
    db,
    memberRow,
    sql`
    select user_id as id, coalesce(display_name, user_name) as name from scim_person
     where user_id = any(${all.map(({ id }) => id)}::uuid[]) and issuer = ${issuer}
     order by user_id`,
  )
}

/** The version of a group: a hash of its members. */
export async function findGroupVersion(db: Database, caller: ScimCaller, right: Right): Promise<string> {
  const members = await listMembers(db, caller, right)
  const hash = createHash('sha256').update(members.map(({ id }) => id).join(' '))
  return `W/"${hash.digest('base64url')}"`
}

/** What a request does to the members: it starts from those of now or from none, and adds or removes some. */
export type MemberChanges = { keepsOthers: boolean; wanted: Map<string, boolean> }

/** The operations of a PATCH on a group of this name, in their order. Throws 400 if one is invalid. */
export function readMemberChanges(displayName: string, operations: readonly ScimOperation[]): MemberChanges {
  const changes: MemberChanges = { keepsOthers: true, wanted: new Map() }
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase()
    if (!['add', 'replace', 'remove'].includes(kind))
      throw problem(400, scimMessages.invalidOperation, { scimType: 'invalidSyntax' })
    if (path) readChange(changes, { kind, path, value, displayName })
    else
      for (const [key, each] of Object.entries(toObject(value)))
        readChange(changes, { kind, path: key, value: each, displayName })
  }
  return changes
}

const toObject = (value: unknown): object => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw problem(400, scimMessages.invalidValue('value'), { scimType: 'invalidValue' })
}

type Change = { kind: string; path: string; value: unknown; displayName: string }

/** Attributes that identity providers send with a group, and that the portal does not keep. */
const ignored: ReadonlySet<string> = new Set(['id', 'schemas', 'meta', 'externalid'])

function readChange(changes: MemberChanges, { kind, path, value, displayName }: Change) {
  if (ignored.has(normalizeAttribute(path))) return
  const { attribute, condition } = parsePath(path)
  if (attribute === 'displayname') return rejectRename(displayName, value)
  if (attribute !== 'members') throw refuse('invalidPath')
  if (condition) {
    if (kind !== 'remove' || condition.attribute !== 'value') throw refuse('invalidPath')
    changes.wanted.set(toId(String(condition.value)), false)
    return
  }
  // Microsoft Entra ID removes members by a value, although the RFC has a path for it.
  const isRemovalOfAll = kind === 'remove' && (value === undefined || value === null)
  if (kind === 'replace' || isRemovalOfAll) {
    changes.keepsOthers = false
    changes.wanted.clear()
  }
  if (!isRemovalOfAll) for (const id of readMembers(value)) changes.wanted.set(id, kind !== 'remove')
}

const memberList = z.array(z.object({ value: z.string().max(200) })).max(scimLimits.members)

function readMembers(value: unknown): string[] {
  const { success, data } = memberList.safeParse(Array.isArray(value) ? value : [value])
  if (!success) throw problem(400, scimMessages.invalidValue('members'), { scimType: 'invalidValue' })
  return data.map((member) => toId(member.value))
}

/** An ID as the database writes it: a removal with another case would otherwise do nothing. */
export const toId = (value: string) => value.trim().toLowerCase()

/** Throws 400 if a request changes the name of a group. */
export function rejectRename(displayName: string, value: unknown) {
  if (typeof value === 'string' && value.toLowerCase() === displayName.toLowerCase()) return
  throw problem(400, scimMessages.groupNameStays, { scimType: 'mutability' })
}

/** Changes the members of a group. Throws 400 if one is not a person of the provider, or there are too many. */
export async function changeMembers(
  db: Database,
  caller: ScimCaller,
  group: GroupRow,
  { keepsOthers, wanted }: MemberChanges,
) {
  const current = new Set((await listMembers(db, caller, group)).map(({ id }) => id))
  const add = [...wanted].flatMap(([id, isMember]) => (isMember && !current.has(id) ? [id] : []))
  const remove = [...current].filter((id) => (keepsOthers ? wanted.get(id) === false : !wanted.get(id)))
  await rejectStrangers(db, caller, add)
  if (current.size + add.length - remove.length > scimLimits.members)
    throw problem(400, scimMessages.tooManyMembers, { scimType: 'tooMany' })
  await changeRight(db, caller, { right: group, add, remove })
}

/** People of another provider are like people who do not exist. */
async function rejectStrangers(db: Database, { issuer }: ScimCaller, ids: readonly string[]) {
  const known = await queryRows(
    db,
    z.object({}),
    sql`select from scim_person where issuer = ${issuer} and user_id::text = any(${ids}::text[])`,
  )
  if (known.length !== ids.length)
    throw problem(400, scimMessages.unknownMember, { scimType: 'invalidValue' })
}
