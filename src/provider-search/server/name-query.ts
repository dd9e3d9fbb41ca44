import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'

/** What a typed name asks for: a tsquery that all matches hold, and per word the ever closer ones. */
export type NameQuery = { matching: string; words: { exact: string; prefix: string; near: string }[] }

const candidates = z.object({ typed: z.string(), word: z.string(), edits: z.number() })

/**
 * The query for a typed name, or undefined when it has no word. Each word is forgiven one or two wrong, missing
 * or swapped letters, by comparing it with every word that a provider's name has.
 */
export async function nameQueryOf(
  db: Database,
  name: string,
  signal?: AbortSignal,
): Promise<NameQuery | undefined> {
  const typed = await wordsOf(db, name)
  if (typed.length === 0) return undefined
  const near = await nearWords(db, typed, signal)
  const words = typed.map((word) => {
    const same = [word, ...(synonyms.get(word) ?? [])]
    const close = near.filter((each) => each.typed === word && isForgiven(word, each.word, each.edits))
    return {
      exact: anyOf(same),
      prefix: `${quoted(word)}:*`,
      near: anyOf(
        close.filter(({ word: other, edits }) => edits === 1 || isSwap(word, other)).map((each) => each.word),
      ),
      far: anyOf(close.map((each) => each.word)),
    }
  })
  const matching = words
    .map(({ exact, prefix, far }) => `(${[exact, prefix, far].filter(Boolean).join('|')})`)
    .join('&')
  return { matching, words }
}

async function wordsOf(db: Database, name: string): Promise<string[]> {
  const row = z.object({ word: z.string() })
  const rows = await rowsOf(
    db,
    row,
    sql`select unnest(tsvector_to_array(provider_name_words(${name}))) as word limit 12`,
  )
  const words = rows.map(({ word }) => word)
  const telling = words.filter((word) => !legalForms.has(word))
  return telling.length > 0 ? telling : words
}

function nearWords(db: Database, typed: string[], signal?: AbortSignal) {
  const long = typed.filter((word) => word.length >= 3)
  return rowsOf(
    db,
    candidates,
    sql`
    select typed, word, levenshtein_less_equal(word, typed, 2) as edits
      from unnest(${long}::text[]) as typed
      cross join lateral (
        select word
          from name_word
         where word % typed and abs(length(word) - length(typed)) <= 2
         order by similarity(word, typed) desc
         limit 200) as alike
     where levenshtein_less_equal(word, typed, 2) <= 2 and word <> typed`,
    { signal },
  )
}

/** One wrong letter in a word of three or four, two in a longer one; two swapped letters count as one. */
function isForgiven(typed: string, word: string, edits: number): boolean {
  return edits === 1 || typed.length >= 5 || isSwap(typed, word)
}

function isSwap(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false
  const at = [...typed].findIndex((letter, place) => letter !== word[place])
  const swapped = typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2)
  return at >= 0 && swapped === word
}

const anyOf = (words: string[]) => words.map(quoted).join('|')
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const legalForms = new Set(
  'and the of inc llc llp lp pllc pc pa ltd co corp gmbh ag kg sa sas srl spa bv nv plc'.split(' '),
)

const equals = [
  ['st', 'saint', 'sankt'],
  ['ste', 'sainte'],
  ['dr', 'doctor'],
  ['ctr', 'cntr', 'center', 'centre'],
  ['hosp', 'hospital'],
  ['med', 'medical'],
  ['mt', 'mount'],
  ['ft', 'fort'],
  ['univ', 'university'],
  ['assoc', 'associates'],
  ['phys', 'physicians'],
  ['rehab', 'rehabilitation'],
]
const synonyms = new Map(equals.flatMap((words) => words.map((word) => [word, words] as const)))
