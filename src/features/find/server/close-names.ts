import { z } from 'zod'
import { countEdits, maxEdits, minMistypedPrefix } from '#platform/contract/edit-distance.ts'
import { type Database, lastCharacter, queryRows, type Sql, sql, startsWith } from '#platform/db/database.ts'

const closeName = z.object({
  client: z.string(),
  typed: z.string(),
  isLast: z.boolean(),
  word: z.string(),
  name: z.string(),
})
export type CloseName = z.output<typeof closeName> & { edits: number }

/** The most names that a typed word can stand for. */
const maxNames = 40

/**
 * The most reads of the dictionary, each of one range and one client code. For long words and clients with many codes,
 * which have more, reading all of the dictionary is faster.
 */
const maxReads = 1500

/**
 * Finds names with a word that begins with a typed word, or that is one or two typing errors away from it, closest
 * first.
 */
export async function findCloseNames(
  db: Database,
  words: readonly string[],
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<CloseName[]> {
  const ranges = words.map((typed) => closeWordRanges(typed))
  const beginnings = ranges.flatMap((range) => range.beginnings)
  const endings = ranges.flatMap((range) => range.endings)
  const isTooMany = (beginnings.length + endings.length) * codes.length > maxReads
  const rows = await queryRows(
    db,
    closeName,
    sql`
    ${begunQuery(words, codes)}
     union
    ${closeQuery(sql`word`, isTooMany ? words.map(toWholeRange) : beginnings, codes)}
     union
    ${closeQuery(sql`reversed`, isTooMany ? [] : endings, codes)}`,
    { signal },
  )
  const close = rows
    .map((row) => ({ ...row, edits: countEdits(row.typed, row.word) }))
    .filter(({ typed, edits }) => edits <= maxEdits(typed))
    .toSorted((one, other) => one.edits - other.edits)
  return Object.values(Object.groupBy(close, ({ typed, client }) => `${typed} ${client}`)).flatMap(
    (group = []) => [
      ...group.filter(({ isLast }) => isLast).slice(0, maxNames),
      ...group.filter(({ isLast }) => !isLast).slice(0, maxNames),
    ],
  )
}

const toWholeRange = (typed: string): TypedRange => ({ typed, low: '', high: lastCharacter })

const columns = sql`client_code as client, typed, is_last as "isLast", word, name`

/** The names with a word that begins with a typed word. */
const begunQuery = (words: readonly string[], codes: readonly string[]) => sql`
  select begun.*
    from unnest(${words}::text[]) as typed
   cross join unnest(${codes}::text[]) as code
   cross join (values (true), (false)) as part (is_last)
   cross join lateral (
         select ${columns}
           from patient_name
          where client_code = code and patient_name.is_last = part.is_last and ${startsWith(sql`word`, sql`typed`)}
          order by word
          limit ${maxNames}) as begun`

/**
 * The names in these ranges with a word close to the typed one. PostgreSQL counts two swapped letters as two edits, so
 * the query allows twice as many as the rule, less one for each letter that was not typed, since that one is wrong or
 * missing. The rule then decides. A mistyped beginning keeps its first letter.
 */
const closeQuery = (column: Sql, ranges: readonly TypedRange[], codes: readonly string[]) => sql`
  select close.*
    from unnest(${ranges.map(({ typed }) => typed)}::text[], ${ranges.map(({ typed }) => maxEdits(typed))}::int[],
                ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[])
           as near (typed, most, low, high)
   cross join unnest(${codes}::text[]) as code
   cross join (values (true), (false)) as part (is_last)
   cross join lateral (
         select ${columns}
           from patient_name
          where client_code = code and patient_name.is_last = part.is_last
            and ${column} >= low and ${column} < high
            and (length(word) between length(typed) - 2 and length(typed) + 2
                 and levenshtein_less_equal(word, typed, most * 2) <= most * 2 - length(translate(word, typed, ''))
              or length(word) > length(typed) and length(typed) >= ${minMistypedPrefix}::int
                 and left(word, 1) = left(typed, 1)
                 and levenshtein_less_equal(left(word, length(typed)), typed, 2) <= 2)
         offset 0) as close`

/** A range of words, or of reversed words, in byte order, that can be meant by a typed word. */
export type TypedRange = { typed: string; low: string; high: string }

/** The letters that are tried one by one. Words with any other character at that place are read as a range. */
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const beforeLetters = 'a'
const afterLetters = '{'

/**
 * The ranges of a dictionary that have every word with no more typing errors than the typed one may have, and few others.
 *
 * If a word has two errors, its second half has both, each half has one, or its first half has both. So the dictionary's
 * word begins with the first half, in which one letter may be wrong, missing, extra or swapped, or it ends with the
 * second half. If a word has one error, a half has none. Letters can also be swapped across the middle.
 */
export function closeWordRanges(typed: string): { beginnings: TypedRange[]; endings: TypedRange[] } {
  const most = maxEdits(typed)
  if (most === 0) return { beginnings: [], endings: [] }
  const word = [...typed]
  const middle = Math.ceil(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  const swapped = { first: first.with(-1, second[0] ?? ''), second: second.with(0, first.at(-1) ?? '') }
  const beginnings = most === 1 ? [first, swapped.first].map(toPrefixRange) : toMistypedRanges(first)
  const endings = most === 1 ? [second] : [second, swapped.second]
  const add = ([low, high]: Range): TypedRange => ({ typed, low, high })
  return {
    beginnings: beginnings.map(add),
    endings: endings.map((ending) => add(toPrefixRange(ending.toReversed()))),
  }
}

type Range = readonly [low: string, high: string]

/** The range of the words that begin with these characters. */
const toPrefixRange = (characters: readonly string[]): Range => {
  const prefix = characters.join('')
  return [prefix, prefix + lastCharacter]
}

/** The ranges of the words that begin with these characters, of which one may be wrong, missing, extra or swapped. */
function toMistypedRanges(characters: readonly string[]): Range[] {
  const prefixes = new Set<string>()
  const others: Range[] = []
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters.slice(0, at).join('')
    const [here = '', next = '', ...rest] = characters.slice(at)
    const after = next + rest.join('')
    prefixes.add(before + after)
    prefixes.add(before + next + here + rest.join(''))
    for (const letter of letters) prefixes.add(before + letter + after).add(before + letter + here + after)
    others.push([before, before + beforeLetters], [before + afterLetters, before + lastCharacter])
  }
  const shortest = [...prefixes].filter((prefix) => !hasShorter(prefix, prefixes))
  return [...shortest.map((prefix) => toPrefixRange([prefix])), ...others]
}

/** Whether a shorter prefix includes the words of this one. */
const hasShorter = (prefix: string, prefixes: ReadonlySet<string>) =>
  [...prefix].some((_, at) => at > 0 && prefixes.has(prefix.slice(0, at)))
