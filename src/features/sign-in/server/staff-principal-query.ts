import { z } from 'zod'
import { type Features, features } from '#clients/contract.ts'
import { versionExpression } from '#clients/server/configuration-queries.ts'
import { hourMs, timeAgo } from '#platform/contract/clock.ts'
import { type ClientScope, type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { staffName } from '#platform/db/staff-name.ts'
import { hashKey, idleMs, maxSessionMs } from './cookies.ts'
import { type AdmissionConfig, admissionCondition } from './identity-providers/admission-condition.ts'
import { clientScope, type StaffPrincipal } from './staff-principal.ts'

const principalRow = z.object({
  sessionId: z.string(),
  userId: z.string(),
  name: z.string(),
  ownClientId: z.string(),
  isInternal: z.boolean(),
  isReadingPaused: z.boolean(),
  isNarrowed: z.boolean(),
  managesMembers: z.boolean(),
  client: z
    .object({
      id: z.string(),
      name: z.string(),
      codes: clientScope,
      mayDecide: z.boolean(),
      emergencyMinutes: z.number().nullable(),
      features,
      version: z.string(),
    })
    .nullable(),
})

type SessionLookup = {
  sessionId: string
  /** The person in the token; null with a ticket, which identifies only its session. */
  userId: string | null
  /** The key in the session cookie. */
  sessionKey: string
  /** The value of the header `client-id`, or the client of the ticket; only internal staff can choose it. */
  requestedClientId: string | null
  config: AdmissionConfig
}

/** The person with an active session for this cookie and their current entitlements; undefined without one. */
export async function findPrincipalBySession(
  db: Database,
  lookup: SessionLookup,
): Promise<Omit<StaffPrincipal, 'requestedClientId'> | undefined> {
  const principal = await queryRow(db, principalRow, principalQuery(lookup), { isPrepared: true })
  return principal && { ...principal, client: principal.client ?? undefined }
}

function principalQuery({ userId, sessionId, sessionKey, requestedClientId, config }: SessionLookup) {
  const internal = config.INTERNAL_CLIENT_ID
  return sql`
    select s.id as "sessionId", u.id as "userId", ${staffName} as name,
           own.id as "ownClientId", own.id = ${internal} as "isInternal",
           ${readingPausedCondition()} as "isReadingPaused", restriction.is_active as "isNarrowed",
           not restriction.is_active
             and exists (select from staff_grant g where g.user_id = u.id and g.kind = 'members') as "managesMembers",
           (select json_build_object(
                     'id', viewed.id, 'name', viewed.name,
                     'version', ${versionExpression(sql`viewed.changed_at`, sql`u.id`)},
                     'features', ${currentClientFeatures},
                     'codes', ${currentClientCodes},
                     'emergencyMinutes', viewed.emergency_minutes,
                     'mayDecide', ${mayDecideCondition(internal)})
              from client viewed
             where viewed.enabled
               and viewed.id = case when own.id = ${internal} then ${requestedClientId}::text else own.id end) as client
      from staff_session s
      join staff_user u on u.id = s.user_id and ${admissionCondition(config, sql`s.client_id`)}
      join client own on own.id = s.client_id and own.enabled
     cross join ${codeRestriction}
     where s.id = ${sessionId} and s.key_hash = ${hashKey(sessionKey)} and s.user_id = coalesce(${userId}::uuid, s.user_id)
       and ${activeSessionCondition()}`
}

/** Whether a row of `staff_session` is active: neither ended nor expired. */
export const activeSessionCondition = () =>
  sql`ended_at is null and renewed_at > ${timeAgo(idleMs)} and started_at > ${timeAgo(maxSessionMs)}`

/** Whether user `u` of client `own` may decide authorizations of client `viewed`. */
const mayDecideCondition = (internal: string) => sql`
  ((viewed.authorizers = 'all' and own.id <> ${internal})
    or exists (select from staff_grant g where g.user_id = u.id and g.kind = 'decide'))`

/** Whether user `u` exceeded the reading limit in the last hour and has not confirmed it. */
export const readingPausedCondition = () => sql`
  exists (select from reading_alert a
           where a.user_id = u.id and a.confirmed_at is null and a.raised_at > ${timeAgo(hourMs)})`

/** The features of client `viewed` in a query for user `u`, named as in the configuration (JSON). */
const currentClientFeatures = sql`
  json_build_object('patientSearch', viewed.patient_search, 'currentActivity', viewed.current_activity,
                    'clientAuth', viewed.client_auth, 'caseSummary', viewed.case_summary)`

/** The codes of client `viewed` whose rows the user can see: all, or only the granted ones (JSON). */
const currentClientCodes = sql`
  coalesce((select json_agg(c.code order by c.position)
              from client_code c
             where c.client_id = viewed.id
               and (not restriction.is_active or exists (
                      select from staff_grant g
                       where g.user_id = u.id and g.kind = 'client code' and g.client_code = c.code))), '[]')`

/**
 * A join that tells whether the user is restricted to granted codes. No grant means every code, except for people from
 * SCIM: only a group gives them all.
 */
const codeRestriction = sql`
  lateral (select exists (select from staff_grant g where g.user_id = u.id and g.kind = 'client code')
               or exists (select from scim_person p where p.user_id = u.id)
                  and not exists (select from scim_right r
                                   where r.user_id = u.id and r.kind = 'all' and r.client_id = u.last_client_id)
                    as is_active) as restriction`

const decider = z.object({ id: z.string(), name: z.string(), codes: clientScope })

/** Lists the people who may decide authorizations of a client, by name, with the codes whose bills they can see. */
export const listDeciders = (db: Database, clientId: string, config: SessionLookup['config']) =>
  queryRows(
    db,
    decider,
    sql`
    select u.id, ${staffName} as name, ${currentClientCodes} as codes
      from client viewed
      join staff_user u on ${admissionCondition(config, sql`u.last_client_id`)}
      join client own on own.id = u.last_client_id and own.enabled
     cross join ${codeRestriction}
     where viewed.id = ${clientId} and viewed.enabled and own.id in (viewed.id, ${config.INTERNAL_CLIENT_ID})
       and ${mayDecideCondition(config.INTERNAL_CLIENT_ID)}
     order by 2, 1`,
  )

const viewableClient = z.object({ id: z.string(), name: z.string(), codes: clientScope, features })

/**
 * Finds the clients that an internal staff member can view and that have at least one of these features, with the
 * codes whose rows they can see. `scope` has the codes of all of them.
 */
export async function findViewableClients(
  db: Database,
  { userId, oneOf }: { userId: string; oneOf: readonly (keyof Features)[] },
  signal: AbortSignal,
) {
  const viewable = await queryRows(
    db,
    viewableClient,
    sql`
    select viewed.id, viewed.name, ${currentClientCodes} as codes, ${currentClientFeatures} as features
      from client viewed
      join staff_user u on u.id = ${userId}
     cross join ${codeRestriction}
     where viewed.enabled`,
    { signal },
  )
  const clients = viewable.filter(({ features }) => oneOf.some((feature) => features[feature]))
  return { clients, scope: clientScope.parse(clients.flatMap((each) => each.codes)) }
}

const entitlements = z.object({ codes: z.array(z.string()), features })

type ContinuedWork = {
  userId: string
  /** The client and the codes of the original request. */
  clientId: string
  codes: readonly string[]
  config: AdmissionConfig
}

/** The entitlements a person still has for a request. */
type Entitlements = { scope: ClientScope; features: Features }

/**
 * Rechecks entitlements for work that continues after its request. Returns the requested codes that the
 * person can still see and the features of the client; undefined if they lost access to the client or to the
 * portal.
 */
export async function recheckEntitlements(
  db: Database,
  { userId, clientId, codes, config }: ContinuedWork,
): Promise<Entitlements | undefined> {
  const found = await queryRow(
    db,
    entitlements,
    sql`
    select ${currentClientCodes} as codes, ${currentClientFeatures} as features
      from client viewed
      join staff_user u on u.id = ${userId} and ${admissionCondition(config, sql`u.last_client_id`)}
      join client own on own.id = u.last_client_id and own.enabled
     cross join ${codeRestriction}
     where viewed.id = ${clientId} and viewed.enabled and own.id in (${clientId}, ${config.INTERNAL_CLIENT_ID})`,
  )
  if (!found) return undefined
  const scope = found.codes.filter((code) => codes.includes(code))
  return { scope: clientScope.parse(scope), features: found.features }
}
