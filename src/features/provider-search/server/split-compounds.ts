import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'

/**
 * Alternatives to a typed word: the two words of a name that it joins, or the word that it forms with another typed
 * word.
 */
export type Compound = { typed: string; parts: string[] }

const shortestPart = 3

/** The compounds among typed words: "longterm" for Long Term, "health" and "care" for Healthcare. */
export async function splitCompounds(
  db: Database,
  typed: string[],
  signal?: AbortSignal,
): Promise<Compound[]> {
  const long = typed.filter((word) => word.length >= shortestPart)
  if (long.length === 0) return []
  return await queryRows(
    db,
    z.object({ typed: z.string(), parts: z.array(z.string()) }),
    sql`
    with asked as materialized (select word as typed from unnest(${long}::text[]) as word)
    select typed, array[left(typed, at), substr(typed, at + 1)] as parts
      from asked
     cross join lateral generate_series(${shortestPart}::int, length(typed) - ${shortestPart}::int) as at
     where exists (select from name_word where word = left(typed, at))
       and exists (select from name_word where word = substr(typed, at + 1))
       and not exists (select from name_word where word = typed)
     union all
    select asked.typed, array[word]
      from asked as first
      join asked as second on first.typed <> second.typed
      join name_word on word = first.typed || second.typed
      join asked on asked.typed in (first.typed, second.typed)`,
    { signal, prepared: 'compound words' },
  )
}
