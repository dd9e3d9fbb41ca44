import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, inTransaction, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import type { ArchivedStaff } from '../../client-messages.ts'

/** A client with all of its codes. */
export type ClientData = { id: string; codes: readonly string[] }

export type ClientCondition = (client: ClientData) => Sql

const signedIn = sql`s.action = 'signed in' and s.subject = u.id::text`

/**
 * Whether person `u` is or was staff of the client: of the last sign-in, through SCIM, entitled before a first sign-in,
 * or of a sign-in in the trail, which is all that is left of people who have left their groups.
 */
export const staffCondition: ClientCondition = ({ id, codes }) => sql`
  (u.last_client_id = ${id}
    or exists (select from scim_right r where r.user_id = u.id and r.client_id = ${id})
    or u.last_client_id is null
       and exists (select from staff_grant g where g.user_id = u.id and g.client_code = any(${codes}))
    or exists (select from audit_event s where ${signedIn} and s.detail->>'client' = ${id}))`

/** Whether person `u` is or was staff of another client. */
export const staffElsewhereCondition: ClientCondition = ({ id, codes }) => sql`
  (coalesce(u.last_client_id, ${id}) <> ${id}
    or exists (select from scim_right r where r.user_id = u.id and r.client_id <> ${id})
    or exists (select from staff_grant g
                where g.user_id = u.id and g.client_code <> '' and g.client_code <> all(${codes}))
    or exists (select from audit_event s where ${signedIn} and s.detail->>'client' <> ${id}))`

/** Whether the client is the last one of person `u`, according to the trail for people who have left their groups. */
export const lastClientCondition = (clientId: string) => sql`
  (u.last_client_id = ${clientId}
    or u.last_client_id is null
       and (select s.detail->>'client' from audit_event s where ${signedIn}
             order by s.at desc, s.id desc limit 1) = ${clientId})`

/** The staff of a client with their rights, without rights and contact data that concern another client. */
export function staffQuery(client: ClientData): Sql {
  const hereCondition = sql`coalesce(u.last_client_id, ${client.id}) = ${client.id}`
  return sql`
  select json_build_object(
           'id', u.id, 'subject', u.subject, 'name', u.name, 'email', case when ${hereCondition} then u.email end,
           'created_at', u.created_at, 'last_signed_in_at', case when ${hereCondition} then u.last_signed_in_at end,
           'disabled_at', u.disabled_at,
           'client_codes', array(select g.client_code from staff_grant g
                                  where g.user_id = u.id and g.client_code = any(${client.codes}) order by 1),
           'rights', array(select g.kind from staff_grant g
                            where g.user_id = u.id and g.kind in ('decide', 'members') and ${hereCondition} order by 1),
           'rights_from_scim', array(select concat_ws(' ', r.kind, nullif(r.client_code, '')) from scim_right r
                                      where r.user_id = u.id and r.client_id = ${client.id} order by 1))::text as text
    from staff_user u
   where ${staffCondition(client)}
   order by u.id`
}

/**
 * What archives of the trail hide about former staff, who may have been staff of any client; undefined if nothing was
 * archived.
 */
export const findArchivedStaff = (owner: Database): Promise<ArchivedStaff | undefined> =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const oldest = await queryRow(
      db,
      z.object({ since: z.string() }),
      sql`
      select to_char(coalesce(min(at), ${now()}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD') as since
        from audit_event
      having exists (select from audit_archive)`,
    )
    if (!oldest) return undefined
    const people = await queryRows(
      db,
      z.object({ text: z.string() }),
      sql`
      select concat_ws('  ', u.id, coalesce(u.name, u.email)) as text
        from staff_user u
       where u.last_client_id is null and u.last_signed_in_at is not null
         and coalesce(u.name, u.email) is not null
         and not exists (select from audit_event s where ${signedIn})
       order by 1`,
    )
    return { ...oldest, people: people.map(({ text }) => text) }
  })
