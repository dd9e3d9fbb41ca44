import { z } from 'zod'
import { features } from '#clients/contract.ts'
import { versionExpression } from '#clients/server/configuration-version.ts'
import { now } from '#platform/contract/clock.ts'
import { type ClientScope, type Database, queryRow, sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import {
  codeRestriction,
  currentClientCodes,
  currentClientFeatures,
  isAdmitted,
} from './entitlement-queries.ts'
import { idleMs, maxSessionMs } from './session-limits.ts'
import type { StaffPrincipal } from './staff-principal.ts'
import { hashKey } from './tokens.ts'

const codes = z.array(z.string()).transform((list) => list as readonly string[] as ClientScope)
const viewerRow = z.object({
  sessionId: z.string(),
  userId: z.string(),
  name: z.string(),
  clientId: z.string(),
  isInternal: z.boolean(),
  client: z
    .object({
      id: z.string(),
      name: z.string(),
      codes,
      mayDecide: z.boolean(),
      features,
      version: z.string(),
    })
    .nullable(),
})

type SessionLookup = {
  sessionId: string
  /** The person in the token; a ticket identifies only its session. */
  userId: string | null
  /** The key in the session cookie. */
  key: string
  /** The client that internal staff want to view. */
  named: string | null
  config: Pick<Config, 'INTERNAL_CLIENT_ID' | 'OIDC_ISSUER'>
}

/** The person with an active session for this cookie and their current entitlements; undefined without one. */
export async function viewerOfSession(
  db: Database,
  lookup: SessionLookup,
): Promise<Omit<StaffPrincipal, 'named'> | undefined> {
  const principal = await queryRow(db, viewerRow, viewerQuery(lookup), { prepared: 'viewer of a session' })
  return principal && { ...principal, client: principal.client ?? undefined }
}

function viewerQuery({ userId, sessionId, key, named, config }: SessionLookup) {
  const internal = config.INTERNAL_CLIENT_ID
  return sql`
    select s.id as "sessionId", u.id as "userId", coalesce(u.name, u.email, u.subject) as name,
           own.id as "clientId", own.id = ${internal} as "isInternal",
           (select json_build_object(
                     'id', viewed.id, 'name', viewed.name,
                     'version', ${versionExpression(sql`viewed.changed_at`, sql`u.id`)},
                     'features', ${currentClientFeatures},
                     'codes', ${currentClientCodes},
                     'mayDecide', (viewed.authorizers = 'all' and own.id <> ${internal}) or exists (
                        select from staff_grant g where g.user_id = u.id and g.kind = 'decide'))
              from client viewed
             where viewed.enabled
               and viewed.id = case when own.id = ${internal} then ${named}::text else own.id end) as client
      from staff_session s
      join staff_user u on u.id = s.user_id and ${isAdmitted(config)}
      join client own on own.id = s.client_id and own.enabled
     cross join ${codeRestriction}
     where s.id = ${sessionId} and s.key_hash = ${hashKey(key)} and s.user_id = coalesce(${userId}::uuid, s.user_id)
       and s.ended_at is null
       and s.renewed_at > ${new Date(now().getTime() - idleMs)}
       and s.started_at > ${new Date(now().getTime() - maxSessionMs)}`
}
