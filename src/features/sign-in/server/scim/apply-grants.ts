import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { auditMany } from '#platform/db/audit.ts'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import type { ScimCaller } from './require-scim-caller.ts'

/** What a group stands for: all codes of a client, one of them, or deciding its authorizations. */
export const rightKind = z.enum(['all', 'code', 'decide'])
export type Right = { kind: z.infer<typeof rightKind>; clientId: string; clientCode: string }

export type RightChanges = { right: Right; add: readonly string[]; remove: readonly string[] }

/**
 * Changes the members of a group. People whose rights change lose sessions at a client they no longer belong to, and get
 * an entry in the audit trail with their groups before and after.
 */
export async function changeRight(db: Database, caller: ScimCaller, { right, add, remove }: RightChanges) {
  const ids = [...new Set([...add, ...remove])]
  await lockPeople(db, ids)
  const before = await findGroups(db, ids)
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
    insert into scim_right (user_id, kind, client_id, client_code)
    select id, ${kind}, ${clientId}, ${clientCode} from unnest(${add}::uuid[]) as id
        on conflict do nothing`,
  )
  const after = await findGroups(db, ids)
  const changed = ids.filter((id) => before.get(id) !== after.get(id))
  await applyGrants(db, changed)
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

const groupsRow = z.object({ id: z.string(), groups: z.string() })

async function findGroups(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await queryRows(
    db,
    groupsRow,
    sql`
    select user_id as id, string_agg(${groupId}, ' ' order by ${groupId}) as groups
      from scim_right where user_id = any(${ids}::uuid[])
     group by user_id`,
  )
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}

/** The only client at which a person sees codes. People of several clients belong to none. */
const clientOfPerson = sql`
  select user_id, min(client_id) as client_id from scim_right where kind <> 'decide'
   group by user_id having count(distinct client_id) = 1`

/** The client of a person by their groups; undefined without one, or with several. */
export async function findClientOfPerson(db: Database, userId: string): Promise<string | undefined> {
  const [found] = await queryRows(
    db,
    z.object({ clientId: z.string() }),
    sql`select client_id as "clientId" from (${clientOfPerson}) as own where user_id = ${userId}`,
  )
  return found?.clientId
}

/**
 * Gives people exactly the grants that follow from their groups. No grant for codes means every code, so a person
 * without a client keeps none: their sessions end, and they cannot sign in.
 */
export async function applyGrants(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return
  const own = sql`(${clientOfPerson}) as own`
  await execute(db, sql`delete from staff_grant where user_id = any(${ids}::uuid[])`)
  await execute(
    db,
    sql`
    insert into staff_grant (user_id, kind, client_code, granted_at)
    select r.user_id, case r.kind when 'code' then 'client code' else 'decide' end, r.client_code, ${now()}::timestamptz
      from scim_right r
      join ${own} on own.user_id = r.user_id and own.client_id = r.client_id
     where r.user_id = any(${ids}::uuid[])
       and (r.kind = 'decide'
         or r.kind = 'code' and not exists (select from scim_right every
                                             where every.user_id = r.user_id and every.kind = 'all'))`,
  )
  await execute(
    db,
    sql`
    update staff_user u
       set last_client_id = (select client_id from ${own} where own.user_id = u.id)
     where u.id = any(${ids}::uuid[]) and u.last_signed_in_at is not null`,
  )
  await execute(
    db,
    sql`
    update staff_session s set ended_at = ${now()}, id_token = ''
     where s.user_id = any(${ids}::uuid[]) and s.ended_at is null
       and s.client_id is distinct from (select client_id from ${own} where own.user_id = s.user_id)`,
  )
  await execute(db, sql`update scim_person set version = version + 1 where user_id = any(${ids}::uuid[])`)
}
