import { z } from 'zod'
import type { TypedName } from '#cases/rules.ts'
import { type Database, prefixCondition, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { maxResults, type TypedText } from '../rules.ts'
import { type CloseName, findCloseNames, type TypedWord } from './close-names.ts'

/** One more than the response limit, which tells whether there are more. */
export const rowLimit = maxResults + 1

/** Closer matches have lower ranks. */
export const ranks = { exact: 0, prefix: 1, firstName: 2, word: 3, letters: 4, typo: 5 } as const

/**
 * A range of patients by the beginning of a key: `name` is "last, first" and `fullName` is "first last". Without a
 * client code, it is searched in every code of the scope.
 */
export type NameRange = { key: 'name' | 'fullName'; prefix: string; rank: number; client?: string }

/** The ranges of patients whose names begin with the text. */
export function prefixRanges({ fullName, names }: TypedText): NameRange[] {
  const splits = names.map(({ last, first }): NameRange => {
    const prefix = first ? `${last}, ${first}` : last
    return { key: 'name', prefix, rank: ranks.prefix }
  })
  if (fullName === undefined) return splits
  const isOneWord = !fullName.includes(' ')
  return [
    { key: 'name', prefix: `${fullName}, `, rank: ranks.exact },
    { key: 'name', prefix: fullName, rank: ranks.prefix },
    { key: 'fullName', prefix: fullName, rank: isOneWord ? ranks.firstName : ranks.prefix },
    ...splits,
  ]
}

/** Selects the patients in these ranges, each range in its order and no further than the limit. */
export function patientsInRanges(ranges: readonly NameRange[], codes: readonly string[]): Sql {
  const keys = { name: sql.ref('name_key'), fullName: sql.ref('full_name_key') }
  const queries = Object.entries(keys).flatMap(([key, column]) => {
    const own = ranges.filter((range) => range.key === key)
    if (own.length === 0) return []
    return sql`
      select range.rank, hit.client_code, hit.patient_code, hit.name_key
        from ${rangesQuery(own, codes)} as range
       cross join lateral (
             select client_code, patient_code, name_key
               from patient
              where client_code = range.code and ${prefixCondition(column, sql`range.prefix`)}
              order by ${column}
              limit ${rowLimit}) as hit`
  })
  return sql.join(queries, sql` union all `)
}

/** The normalized prefixes and their client codes, as a row source. */
export const rangesQuery = (ranges: readonly NameRange[], codes: readonly string[]): Sql => sql`
  (select given.rank, code, search_key(given.prefix) as prefix
     from unnest(${ranges.map(({ prefix }) => prefix)}::text[], ${ranges.map(({ rank }) => rank)}::int[],
                 ${ranges.map(({ client }) => client ?? null)}::text[]) as given (prefix, rank, client)
     join unnest(${codes}::text[]) as code on code = coalesce(given.client, code)
    where search_key(given.prefix) <> ''
    offset 0)`

/** The most pairs of a last and a first name that are looked up. */
const maxPairs = 100
const maxWords = 4

/**
 * The ranges of patients whose names have the typed words in other places or with typing errors. Two words are a last
 * and a first name in either order.
 */
export async function closeRanges(
  db: Database,
  typed: TypedText,
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<NameRange[]> {
  const words = await splitWords(db, typed, signal)
  if (words.length === 0 || words.length > maxWords) return []
  const close = await findCloseNames(db, placeWords(typed, words), codes, signal)
  if (words.length === 1) return close.map(toRange)
  return codes.flatMap((code) => {
    const own = close.filter(({ client }) => client === code)
    return splitNames(typed, words).flatMap((split) => pairNames(split, own))
  })
}

const toRange = ({ client, isLast, name, edits }: CloseName): NameRange => ({
  ...(isLast ? { key: 'name', prefix: `${name}, ` } : { key: 'fullName', prefix: `${name} ` }),
  rank: edits === 0 ? ranks.word : ranks.typo + edits * 2 + (isLast ? 0 : 1),
  client,
})

async function splitWords(db: Database, { text, names }: TypedText, signal?: AbortSignal) {
  if (names.length === 0 && !/\p{L}/u.test(text)) return []
  const rows = await queryRows(
    db,
    z.object({ words: z.array(z.string()) }),
    sql`select name_words(search_key(${text})) as words`,
    { signal },
  )
  return [...new Set(rows[0]?.words)].filter((word) => /\p{L}/u.test(word))
}

/** Where each word can be: after a comma, only in first names, and before it, only in last names. */
function placeWords(typed: TypedText, words: readonly string[]): TypedWord[] {
  const splits = words.length > 1 ? splitNames(typed, words) : []
  return words.map((word) => {
    const isIn = (part: 'last' | 'first') =>
      splits.length === 0 || splits.some((split) => split[part].includes(word))
    return { typed: word, parts: (['last', 'first'] as const).filter(isIn) }
  })
}

type NameSplit = { last: string[]; first: string[] }

/** The ways to split the words into last and first names, in both orders unless there is a comma. */
function splitNames({ fullName, names: [given] }: TypedText, words: readonly string[]): NameSplit[] {
  if (fullName === undefined && given) {
    const lastCount = countWords(given)
    return [{ last: words.slice(0, lastCount), first: words.slice(lastCount) }]
  }
  return words.slice(1).flatMap((_, at) => {
    const [one, other] = [words.slice(0, at + 1), words.slice(at + 1)]
    return [
      { last: one, first: other },
      { last: other, first: one },
    ]
  })
}

const countWords = ({ last }: TypedName) => last.match(/[\p{L}\p{N}'’ʼ`]+/gu)?.length ?? 0

/** The full names that a split of the words can stand for, closest first. */
function pairNames({ last, first }: NameSplit, close: readonly CloseName[]): NameRange[] {
  const lasts = namesWithAll(last, close, true)
  const firsts = namesWithAll(first, close, false)
  return lasts
    .flatMap((one) => firsts.map((other) => ({ one, other, edits: one.edits + other.edits })))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, maxPairs)
    .map(({ one, other, edits }) => ({
      key: 'name',
      prefix: `${one.name}, ${other.name}`,
      rank: edits === 0 ? ranks.word : ranks.typo + edits * 2,
      client: one.client,
    }))
}

/** The names that have every one of the words, with the edits of all of them. */
function namesWithAll(words: readonly string[], close: readonly CloseName[], isLast: boolean) {
  const [first = '', ...rest] = words
  const named = (word: string) => close.filter((each) => each.typed === word && each.isLast === isLast)
  return named(first).flatMap((candidate) => {
    const others = rest.map((word) => named(word).find(({ name }) => name === candidate.name))
    if (others.some((other) => other === undefined)) return []
    return { ...candidate, edits: others.reduce((sum, other) => sum + (other?.edits ?? 0), candidate.edits) }
  })
}
