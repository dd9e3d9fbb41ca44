import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'

/** A provider search of a client; `networks` narrows those of its definition, null allows all. */
const grantedSearch = z.object({ networks: z.array(z.string()).nullable() })

/** The settings of a client for a provider search; undefined if it does not have it. */
export function grantedSearchOf(db: Database, clientId: string, definitionKey: string) {
  return rowOf(
    db,
    grantedSearch,
    sql`
    select networks from client_provider_search
     where client_id = ${clientId} and definition_key = ${definitionKey}`,
    { prepared: 'provider search of a client' },
  )
}
