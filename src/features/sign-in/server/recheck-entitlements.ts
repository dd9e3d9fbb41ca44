import { z } from 'zod'
import { type Features, features } from '#clients/contract.ts'
import { type ClientScope, type Database, rowOf, sql } from '#platform/server/database.ts'
import { codesOfViewed, featuresOfViewed, narrowed } from './entitlement-queries.ts'

const left = z.object({ codes: z.array(z.string()), features })

type Ordered = {
  userId: string
  /** The client that they viewed, and the codes that they ordered something of. */
  clientId: string
  codes: readonly string[]
  /** The client whose staff view any other. */
  internal: string
}

/** What is left to somebody of what they ordered something of. */
type Left = { scope: ClientScope; features: Features }

/**
 * What somebody may see now of the codes that they ordered something of, and what their client has: for work that goes
 * on after their call. Undefined where they have lost the client since, or are disabled.
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
