import { z } from 'zod'
import { type Features, features } from '#clients/contract.ts'
import { type ClientScope, type Database, rowOf, sql } from '#platform/server/database.ts'
import { codesOfViewed, featuresOfViewed, narrowed } from './entitlement-queries.ts'

const left = z.object({ codes: z.array(z.string()), features })

type Ordered = {
  userId: string
  /** The client they viewed and the codes they requested. */
  clientId: string
  codes: readonly string[]
  /** The client whose staff can view any other client. */
  internal: string
}

/** The entitlements a person still has for a request. */
type Left = { scope: ClientScope; features: Features }

/**
 * Rechecks the entitlements for work that continues after its request: the codes the person can still see and the
 * features of their client. Undefined if they lost the client or were disabled.
 */
export async function scopeLeft(
  db: Database,
  { userId, clientId, codes, internal }: Ordered,
): Promise<Left | undefined> {
  const found = await rowOf(
    db,
    left,
    sql`
    select ${codesOfViewed} as codes, ${featuresOfViewed} as features
      from client viewed
      join staff_user u on u.id = ${userId} and u.disabled_at is null
      join client own on own.id = u.last_client_id and own.enabled
     cross join ${narrowed}
     where viewed.id = ${clientId} and viewed.enabled and own.id in (${clientId}, ${internal})`,
  )
  if (!found) return undefined
  const scope = found.codes.filter((code) => codes.includes(code))
  return { scope: scope as readonly string[] as ClientScope, features: found.features }
}
