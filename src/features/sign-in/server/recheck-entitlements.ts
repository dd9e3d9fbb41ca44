import { z } from 'zod'
import { type Features, features } from '#clients/contract.ts'
import { type ClientScope, type Database, queryRow, sql } from '#platform/server/database.ts'
import { codeRestriction, currentClientCodes, currentClientFeatures } from './entitlement-queries.ts'

const entitlements = z.object({ codes: z.array(z.string()), features })

type ContinuedWork = {
  userId: string
  /** The client and the codes of the original request. */
  clientId: string
  codes: readonly string[]
  /** The ID of the provider organization, whose staff can view any client. */
  internal: string
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
  { userId, clientId, codes, internal }: ContinuedWork,
): Promise<Entitlements | undefined> {
  const found = await queryRow(
    db,
    entitlements,
    sql`
    select ${currentClientCodes} as codes, ${currentClientFeatures} as features
      from client viewed
      join staff_user u on u.id = ${userId} and u.disabled_at is null
      join client own on own.id = u.last_client_id and own.enabled
     cross join ${codeRestriction}
     where viewed.id = ${clientId} and viewed.enabled and own.id in (${clientId}, ${internal})`,
  )
  if (!found) return undefined
  const scope = found.codes.filter((code) => codes.includes(code))
  return { scope: scope as readonly string[] as ClientScope, features: found.features }
}
