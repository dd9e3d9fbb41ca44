import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/server/database.ts'

/**
 * The settings of a provider search that a client has. `networks` limits it to some networks of its
 * definition; null allows all of them.
 */
const grantedSearch = z.object({ networks: z.array(z.string()).nullable() })

/** Finds the settings of a provider search of a client; undefined if the client does not have the search. */
export function findGrantedSearch(db: Database, clientId: string, definitionKey: string) {
  return queryRow(
    db,
    grantedSearch,
    sql`
    select networks from client_provider_search
     where client_id = ${clientId} and definition_key = ${definitionKey}`,
    { prepared: 'provider search of a client' },
  )
}
