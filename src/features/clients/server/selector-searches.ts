import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'

type Search = { name: string; url: string }

const ownRow = z.object({ name: z.string(), url: z.string() })
const externalRow = ownRow.extend({ position: z.number() })

/**
 * Lists the searches of the client selector (second specification, section 2). The portal's own searches that
 * require no sign-in are ordered by the family of their first network, then public before restricted, then by
 * code. External searches are inserted at their positions in the whole list.
 */
export async function selectorSearches(db: Database): Promise<Search[]> {
  const own = await queryRows(
    db,
    ownRow,
    sql`
    select d.name, '/' || d.key as url
      from search_definition d
      join search_definition_network o on o.definition_key = d.key and o.position = 1
      join network n on n.code = o.network_code
     where d.access <> 'signed-in'
     order by array_position(array['domestic', 'core', 'global', 'lds'], n.family),
              d.access = 'restricted-ip', d.code collate "C"`,
  )
  const external = await queryRows(
    db,
    externalRow,
    sql`select name, url, position from external_search order by position`,
  )
  return external.reduce<Search[]>(
    (list, { position, name, url }) => list.toSpliced(position - 1, 0, { name, url }),
    own,
  )
}
