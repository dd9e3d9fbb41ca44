import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { auditMany } from '#platform/db/audit.ts'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import type { ProviderClients } from '../identity-providers/providers.ts'
import { ownClientCondition, type ScimCaller } from './require-scim-caller.ts'

/**
 * What a group stands for: all codes of a client, one of them, deciding its authorizations, or changing the passwords of
 * its members.
 */
export const rightKind = z.enum(['all', 'code', 'decide', 'members'])
export type Right = { kind: z.infer<typeof rightKind>; clientId: string; clientCode: string }

export type RightChanges = { right: Right; add: readonly string[]; remove: readonly string[] }

/**
 * Changes the members of a group. People whose rights change lose sessions at a client they no longer belong to, and get
 * an entry in the audit trail with their groups before and after.
 */
export async function changeRight(db: Database, caller: ScimCaller, { right, add, remove }: RightChanges) {
  const ids = [...new Set([...add, ...remove])]
  await lockPeople(db, ids)
  const before = describeGroups(await readRights(db, caller.clients, ids))
  const { kind, clientId, clientCode } = right
  await execute(
    db,
    sql`
    delete from scim_right
     where user_id = any(${remove}::uuid[]) and kind = ${kind} and client_id = ${clientId}
       and client_code = ${clientCode}`,
  )
  await execute(
    db,
    sql`
    insert into scim_right (user_id, kind, client_id, client_code, granted_at, granted_by)
    select id, ${kind}, ${clientId}, ${clientCode}, ${now()}::timestamptz, ${caller.audit.actor}
      from unnest(${add}::uuid[]) as id
        on conflict do nothing`,
  )
  const after = describeGroups(await readRights(db, caller.clients, ids))
  const changed = ids.filter((id) => before.get(id) !== after.get(id))
  await applyGrants(db, caller, changed)
  await auditMany(
    db,
    changed.map((id) => ({
      ...caller.audit,
      action: 'rights changed by SCIM',
      subject: id,
      detail: { before: before.get(id) ?? '', after: after.get(id) ?? '' },
    })),
  )
}

/** Locks people in one order. A sign-in locks its person, too, and so sees either all or nothing of a change. */
export const lockPeople = (db: Database, ids: readonly string[]) =>
  execute(db, sql`select from staff_user where id = any(${ids}::uuid[]) order by id for no key update`)

/** The ID of the group of a right, in the order of `kind`, `client` and `code`, as SQL. */
export const groupId = sql`case kind when 'code' then 'code.' || client_code else kind || '.' || client_id end`

const rightRow = z.object({
  userId: z.string(),
  kind: rightKind,
  clientId: z.string(),
  clientCode: z.string(),
  group: z.string(),
  grantedAt: z.date().nullable(),
  grantedBy: z.string().nullable(),
})
type RightRow = z.infer<typeof rightRow>
type RightsByPerson = ReadonlyMap<string, readonly RightRow[]>

/**
 * The rights of people at the clients of their provider; those at a client that moved to another provider do not count.
 * Here and below, thousands of people are found by a list of IDs and never by a join, whose plan can be far too slow
 * while the statistics are out of date.
 */
async function readRights(
  db: Database,
  clients: ProviderClients,
  ids: readonly string[],
): Promise<RightsByPerson> {
  const rows = await queryRows(
    db,
    rightRow,
    sql`
    select user_id as "userId", kind, client_id as "clientId", client_code as "clientCode", ${groupId} as "group",
           granted_at as "grantedAt", granted_by as "grantedBy"
      from scim_right where user_id = any(${ids}::uuid[]) and ${ownClientCondition({ clients }, sql`client_id`)}
     order by ${groupId}`,
  )
  return Map.groupBy(rows, ({ userId }) => userId)
}

const describeGroups = (rights: RightsByPerson): ReadonlyMap<string, string> =>
  new Map([...rights].map(([id, rows]) => [id, rows.map(({ group }) => group).join(' ')]))

const givesCodes = (kind: Right['kind']) => kind === 'all' || kind === 'code'

/** The only client at which a person sees codes. People of several clients belong to none. */
function findOnlyClient(rights: readonly RightRow[] = []): string | undefined {
  const clients = new Set(rights.flatMap(({ kind, clientId }) => (givesCodes(kind) ? [clientId] : [])))
  return clients.size === 1 ? [...clients][0] : undefined
}

/** The client of a person by their groups; undefined without one, or with several. */
export async function findClientOfPerson(
  db: Database,
  clients: ProviderClients,
  userId: string,
): Promise<string | undefined> {
  return findOnlyClient((await readRights(db, clients, [userId])).get(userId))
}

/**
 * Gives people exactly the grants that follow from their groups, as of when they joined these. People without a client have no grant: their sessions
 * end, and they cannot sign in.
 */
export async function applyGrants(
  db: Database,
  { clients }: Pick<ScimCaller, 'clients'>,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  const rights = await readRights(db, clients, ids)
  const findClient = (id: string) => findOnlyClient(rights.get(id))
  const grants = ids.flatMap((id) => listGrants(rights.get(id) ?? []))
  await execute(db, sql`delete from staff_grant where user_id = any(${ids}::uuid[])`)
  await execute(
    db,
    sql`
    insert into staff_grant (user_id, kind, client_code, granted_at, granted_by)
    select id, kind, code, coalesce(at, ${now()}), by
      from unnest(${grants.map(({ userId }) => userId)}::uuid[],
                  ${grants.map(({ kind }) => (kind === 'code' ? 'client code' : kind))}::text[],
                  ${grants.map(({ clientCode }) => clientCode)}::text[],
                  ${grants.map(({ grantedAt }) => grantedAt)}::timestamptz[],
                  ${grants.map(({ grantedBy }) => grantedBy)}::text[]) as granted (id, kind, code, at, by)`,
  )
  for (const [clientId = null, members] of Map.groupBy(ids, findClient))
    await moveToClient(db, clientId, members)
  await execute(db, sql`update scim_person set version = version + 1 where user_id = any(${ids}::uuid[])`)
}

/** The rights that become grants: those that give no codes, and codes unless the person sees all of them. */
function listGrants(rights: readonly RightRow[]): RightRow[] {
  const client = findOnlyClient(rights)
  const own = rights.filter(({ clientId }) => clientId === client)
  const seesAll = own.some(({ kind }) => kind === 'all')
  return own.filter(({ kind }) => !givesCodes(kind) || (kind === 'code' && !seesAll))
}

/** Sessions at another client end. */
async function moveToClient(db: Database, clientId: string | null, ids: readonly string[]) {
  await execute(
    db,
    sql`
    update staff_user set last_client_id = ${clientId}
     where id = any(${ids}::uuid[]) and last_signed_in_at is not null`,
  )
  await execute(
    db,
    sql`
    update staff_session set ended_at = ${now()}, id_token = ''
     where user_id = any(${ids}::uuid[]) and ended_at is null and client_id is distinct from ${clientId}::text`,
  )
}
