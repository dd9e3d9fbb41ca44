import { z } from 'zod'
import { countEdits, maxEdits, minMistypedPrefix } from '#platform/contract/edit-distance.ts'
import {
  type Database,
  lastCharacter,
  prefixCondition,
  queryRows,
  type Sql,
  sql,
} from '#platform/db/database.ts'

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

/** A typed word, and whether to look for it in last names, in first names or in both. */
export type TypedWord = { typed: string; parts: readonly ('last' | 'first')[] }

/**
 * Finds names with a word that begins with a typed word, or that is one or two typing errors away from it, closest
 * first.
 */
export async function findCloseNames(
  db: Database,
  words: readonly TypedWord[],
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<CloseName[]> {
  const inParts = (list: (typed: string) => readonly TypedRange[]) =>
    words.flatMap(({ typed, parts }) =>
      list(typed).flatMap((range) => parts.map((part) => ({ ...range, isLast: part === 'last' }))),
    )
  const maxRanges = maxReads / (words.length * 2 * codes.length)
  const ranges = new Map(words.map(({ typed }) => [typed, closeWordRanges(typed, maxRanges)]))
  const beginnings = inParts((typed) => ranges.get(typed)?.beginnings ?? [])
  const endings = inParts((typed) => ranges.get(typed)?.endings ?? [])
  const everyWord = inParts(toWholeRange)
  const isTooMany = (beginnings.length + endings.length) * codes.length > maxReads
  const rows = await queryRows(
    db,
    closeName,
    sql`
    ${begunQuery(everyWord, codes)}
     union
    ${closeQuery(isTooMany ? everyWord : beginnings, codes, { column: sql`word`, condition: nearOrPrefixCondition })}
     union
    ${closeQuery(isTooMany ? [] : endings, codes, { column: sql`reversed`, condition: nearCondition })}`,
    { signal, isPrepared: true },
  )
  const close = withEdits(rows).toSorted((one, other) => one.edits - other.edits)
  return Object.values(
    Object.groupBy(close, ({ typed, client, isLast }) => `${typed} ${client} ${isLast}`),
  ).flatMap((group = []) => group.slice(0, maxNames))
}

/** Adds the number of typing errors to each name, and leaves out names with too many. */
function withEdits(rows: readonly z.output<typeof closeName>[]): CloseName[] {
  const counts = new Map<string, number>()
  const count = (typed: string, word: string) => {
    const pair = `${typed} ${word}`
    const edits = counts.get(pair) ?? countEdits(typed, word)
    counts.set(pair, edits)
    return edits
  }
  return rows
    .map((row) => ({ ...row, edits: count(row.typed, row.word) }))
    .filter(({ typed, edits }) => edits <= maxEdits(typed))
}

/** The range of all words. */
const toWholeRange = (typed: string): TypedRange[] => [{ typed, low: '', high: lastCharacter }]

type PartRange = TypedRange & { isLast: boolean }

const columns = sql`client_code as client, typed, is_last as "isLast", word, name`

/** The names with a word that begins with a typed word. */
const begunQuery = (words: readonly PartRange[], codes: readonly string[]) => sql`
  select begun.*
    from unnest(${words.map(({ typed }) => typed)}::text[], ${words.map(({ isLast }) => isLast)}::boolean[])
           as given (typed, is_last)
   cross join unnest(${codes}::text[]) as code
   cross join lateral (
         select ${columns}
           from patient_name
          where client_code = code and patient_name.is_last = given.is_last and ${prefixCondition(sql`word`, sql`typed`)}
          order by word
          limit ${maxNames}) as begun`

/**
 * Whether a word is close to the typed one. PostgreSQL counts two swapped letters as two edits, so twice as many are
 * allowed as by the rule, less one for each letter that only one of the words has, since that one is wrong, missing or
 * extra. The rule then decides. The cheapest conditions come first.
 */
const nearCondition = sql`
  length(word) between fewest and longest
  and levenshtein_less_equal(word, typed, most * 2)
        <= most * 2 - greatest(length(translate(word, typed, '')), length(translate(typed, word, '')))`

const wordStart = (extra: number) => sql`left(word, letters + ${extra}::int)`
const hasOneError = (extra: number) => sql`levenshtein_less_equal(${wordStart(extra)}, typed, 1) <= 1`

/** Whether a longer word begins with the typed one, with a single error, but not in the first letter. */
const mistypedPrefixCondition = sql`
  letters >= ${minMistypedPrefix}::int and length(word) > letters and left(word, 1) = left(typed, 1)
  and levenshtein_less_equal(${wordStart(0)}, typed, 2) <= 2
  and (${hasOneError(0)} or ${hasOneError(-1)} or ${hasOneError(1)}
       or translate(${wordStart(0)}, typed, '') || translate(typed, ${wordStart(0)}, '') = '')`

const nearOrPrefixCondition = sql`${nearCondition} or ${mistypedPrefixCondition}`

type Close = { column: Sql; condition: Sql }

/** The names in these ranges with a word close to the typed one. */
const closeQuery = (
  ranges: readonly PartRange[],
  codes: readonly string[],
  { column, condition }: Close,
) => sql`
  select close.*
    from unnest(${ranges.map(({ typed }) => typed)}::text[], ${ranges.map(({ typed }) => maxEdits(typed))}::int[],
                ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[],
                ${ranges.map(({ isLast }) => isLast)}::boolean[])
           as near (typed, most, low, high, is_last)
   cross join lateral (select length(typed), length(typed) - most, length(typed) + most offset 0)
           as size (letters, fewest, longest)
   cross join unnest(${codes}::text[]) as code
   cross join lateral (
         select ${columns}
           from patient_name
          where client_code = code and patient_name.is_last = near.is_last
            and ${column} >= low and ${column} < high
            and (${condition})
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
 * A word that may have only one error is short, so each possible misspelling is looked up, unless that takes too many
 * ranges. Halves would not help: too many words begin or end with one or two given letters.
 *
 * If a word has two errors, its second half has both, each half has one, or its first half has both. So the dictionary's
 * word begins with the first half, in which one letter may be wrong, missing, extra or swapped, or it ends with the
 * second half. If a word has one error, a half has none. Letters can also be swapped across the middle.
 */
export function closeWordRanges(
  typed: string,
  maxRanges: number,
): { beginnings: TypedRange[]; endings: TypedRange[] } {
  const most = maxEdits(typed)
  if (most === 0) return { beginnings: [], endings: [] }
  const word = [...typed]
  const add = ([low, high]: Range): TypedRange => ({ typed, low, high })
  const whole = most === 1 ? mistypeOnce(word) : undefined
  if (whole && whole.words.size + whole.others.length <= maxRanges)
    return { beginnings: [...[...whole.words].map(toWordRange), ...whole.others].map(add), endings: [] }
  const middle = Math.ceil(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  const swapped = { first: first.with(-1, second[0] ?? ''), second: second.with(0, first.at(-1) ?? '') }
  const beginnings = most === 1 ? [first, swapped.first].map(toPrefixRange) : toMistypedRanges(first)
  const endings = most === 1 ? [second] : [second, swapped.second]
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

/** The range of a single word. */
const toWordRange = (word: string): Range => [word, `${word}\u0001`]

/** The ranges of the words that begin with these characters, of which one may be wrong, missing, extra or swapped. */
function toMistypedRanges(characters: readonly string[]): Range[] {
  const { words, others } = mistypeOnce(characters)
  const shortest = [...words].filter((prefix) => !hasShorter(prefix, words))
  return [...shortest.map((prefix) => toPrefixRange([prefix])), ...others]
}

/**
 * These characters with each error, of which one is wrong, missing, extra or swapped, and the ranges of the words with
 * any other character as the wrong or extra one.
 */
function mistypeOnce(characters: readonly string[]) {
  const words = new Set<string>()
  const others: Range[] = []
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters.slice(0, at).join('')
    const [here = '', next = '', ...rest] = characters.slice(at)
    const after = next + rest.join('')
    words.add(before + after)
    words.add(before + next + here + rest.join(''))
    for (const letter of letters) words.add(before + letter + after).add(before + letter + here + after)
    others.push([before, before + beforeLetters], [before + afterLetters, before + lastCharacter])
  }
  return { words, others }
}

/** Whether a shorter prefix includes the words of this one. */
const hasShorter = (prefix: string, prefixes: ReadonlySet<string>) =>
  [...prefix].some((_, at) => at > 0 && prefixes.has(prefix.slice(0, at)))
