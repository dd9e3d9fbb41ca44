import { z } from 'zod'
import { type ClientScope, type Database, queryRow, sql } from '#platform/server/database.ts'

const codes = z.array(z.string()).transform((list) => list as readonly string[] as ClientScope)

/** The scope of members: all codes of the client in their session; none if the client is disabled. */
export async function findClientScope(db: Database, clientId: string): Promise<ClientScope> {
  const found = await queryRow(
    db,
    z.object({ codes }),
    sql`
    select coalesce(json_agg(k.code order by k.position), '[]') as codes
      from client_code k
      join client c on c.id = k.client_id and c.enabled
     where c.id = ${clientId}`,
  )
  return found?.codes ?? codes.parse([])
}
