import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'

/** A provider search that a client has; `networks` narrows those of its definition, null leaves all. */
const grantedSearch = z.object({ networks: z.array(z.string()).nullable() })

/** What a client has of a provider search; undefined where it does not have it. */
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
