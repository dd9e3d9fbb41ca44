import { z } from 'zod'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import type { CurrentClient, StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { accountManager, type ClientConfiguration, clientConfiguration, type Features } from '../contract.ts'

const configurationRow = clientConfiguration
  .omit({ isInternal: true, emergencyAccess: true, managesMembers: true })
  .extend({
    emergencyMinutes: z.number().nullable(),
    clientCodes: z.record(z.string(), z.string()).nullable(),
    providerSearches: clientConfiguration.shape.providerSearches.nullable(),
    reports: clientConfiguration.shape.reports.nullable(),
    accountManagement: z
      .array(accountManager.omit({ photoUrl: true }).extend({ photoId: z.uuid().nullable() }))
      .nullable(),
  })

/** Whether a client with these features can open a report; its configuration omits all other reports. */
export type ReportCheck = (features: Features, code: string) => boolean

/**
 * Finds the configuration of an enabled client for this person; undefined if there is none. For the current
 * client, returns this person's codes, rights and version; internal staff see any other client in full.
 */
export async function findConfiguration(
  db: Database,
  clientId: string,
  principal: StaffPrincipal,
  hasReport: ReportCheck,
): Promise<ClientConfiguration | undefined> {
  const current = principal.client?.id === clientId ? principal.client : undefined
  const row = await queryRow(
    db,
    configurationRow,
    configurationQuery(clientId, principal.userId, current?.codes),
    {
      isPrepared: true,
    },
  )
  return (
    row && {
      ...row,
      clientCodes: row.clientCodes ?? {},
      providerSearches: row.providerSearches ?? [],
      reports: (row.reports ?? []).filter(({ code }) => hasReport(row, code)),
      accountManagement: (row.accountManagement ?? []).map(({ photoId, ...manager }) => ({
        ...manager,
        photoUrl: photoId && `/api/account-manager-picture/${photoId}`,
      })),
      mayDecide: current?.mayDecide ?? row.mayDecide,
      emergencyAccess: findEmergencyAccess(row, principal),
      ...(principal.managesMembers && { managesMembers: true }),
      version: current?.version ?? row.version,
      isInternal: principal.isInternal,
    }
  )
}

type Row = z.output<typeof configurationRow>

/** Staff who see only some codes open cases in an emergency; the others review it. */
function findEmergencyAccess(
  { clientId, emergencyMinutes: minutes, patientSearch, currentActivity }: Row,
  { client, isNarrowed }: StaffPrincipal,
): ClientConfiguration['emergencyAccess'] {
  if (!minutes || !(patientSearch || currentActivity)) return undefined
  if (!isNarrowed) return { role: 'review', minutes }
  return client?.id === clientId && client.codes.length > 0 ? { role: 'open', minutes } : undefined
}

function configurationQuery(clientId: string, userId: string, codes: readonly string[] | undefined) {
  return sql`
    select c.id as "clientId", c.name as "clientName",
           c.current_activity as "currentActivity", c.patient_search as "patientSearch",
           c.client_auth as "clientAuth", c.case_summary as "caseSummary",
           c.emergency_minutes as "emergencyMinutes",
           exists (select from staff_grant where user_id = ${userId}::uuid and kind = 'decide') as "mayDecide",
           ${versionExpression(sql`c.changed_at`, sql`${userId}::uuid`)} as version,
           (select json_object_agg(k.code, k.name order by k.position)
              from client_code k
             where k.client_id = c.id and k.code = any(coalesce(${codes ?? null}::text[], array[k.code]))
           ) as "clientCodes",
           (select json_agg(json_build_object('code', d.code, 'name', d.name, 'url', '/' || d.key,
                                              'isSecure', d.access = 'signed-in',
                                              'isVOB', d.is_vob and c.vob is not null) order by s.position)
              from client_provider_search s join search_definition d on d.key = s.definition_key
             where s.client_id = c.id) as "providerSearches",
           (select json_agg(json_build_object('code', r.code, 'name', r.name, 'multiClient', r.multi_client)
                            order by r.position)
              from client_report r where r.client_id = c.id) as reports,
           (select json_agg(json_build_object(
                     'name', m.name, 'title', m.title, 'email', m.email, 'phone', m.phone,
                     'photoId', case when m.picture is not null then m.id end) order by m.position)
              from account_manager m where m.client_id = c.id) as "accountManagement"
      from client c
     where c.id = ${clientId} and c.enabled`
}

/**
 * The configuration version of a client for one person; it changes with the client (`changedAt`) and the grants of
 * the person (`userId`).
 */
export const versionExpression = (changedAt: Sql, userId: Sql): Sql => sql`
  extract(epoch from ${changedAt}) || coalesce(
    (select '.' || max(extract(epoch from granted_at)) || '.' || count(*)
       from staff_grant
      where user_id = ${userId}), '')`

/** Whether the client has a search with verifications of benefits, options for letters, and codes for this person. */
export async function canIssueVobs(
  db: Database,
  { id, codes }: Pick<CurrentClient, 'id' | 'codes'>,
): Promise<boolean> {
  if (codes.length === 0) return false
  const search = await queryRow(
    db,
    z.object({}),
    sql`
    select from client c
      join client_provider_search s on s.client_id = c.id
      join search_definition d on d.key = s.definition_key and d.is_vob
      join search_definition_network o on o.definition_key = d.key
                                      and o.network_code = any(coalesce(s.networks, array[o.network_code]))
     where c.id = ${id} and c.vob is not null
     limit 1`,
    { isPrepared: true },
  )
  return search !== undefined
}
