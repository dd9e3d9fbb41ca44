import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'

/** A word of a provider name and its edit distance from a typed word. */
export type CloseWord = { word: string; edits: number }

/** The words of the names of all visible providers. */
export type NameDictionary = {
  has(word: string): boolean
  /** Whether a thousand providers of a network or more have the word, by PostgreSQL's statistics. */
  isCommon(word: string): boolean
  /** The number of words that begin with a prefix. */
  countBegunBy(prefix: string): number
  /** The words that begin with a prefix, in order, at most this many; not the prefix itself. */
  wordsBegunBy(prefix: string, most: number): string[]
  /** The words within this many edits of a typed word but not the word itself, closest first. */
  wordsCloseTo(typed: string, mostEdits: number, firstLetter?: string): CloseWord[]
}

let loaded: { db: Database; version: number; dictionary: Promise<NameDictionary> } | undefined

/**
 * The dictionary with this or a later version of the words. Each process keeps the words in memory, because reading a
 * quarter of a million of them for each misspelled word takes a tenth of a second in the database; it reads them again
 * after an import has changed them.
 */
export function getNameDictionary(db: Database, version: number): Promise<NameDictionary> {
  if (loaded?.db === db && loaded.version >= version) return loaded.dictionary
  const dictionary = loadDictionary(db)
  loaded = { db, version, dictionary }
  dictionary.catch(() => {
    if (loaded?.dictionary === dictionary) loaded = undefined
  })
  return dictionary
}

async function loadDictionary(db: Database): Promise<NameDictionary> {
  const row = await queryRow(
    db,
    z.object({ lines: z.string().nullable(), common: z.array(z.string()) }),
    sql`
    select (select string_agg(word, E'\\n' order by word collate "C") from name_word) as lines,
           common_name_words(${fewestOfCommon}::int) as common`,
  )
  return createNameDictionary(row?.lines ?? '', row?.common)
}

/** With fewer providers of a network, a word is not common. */
export const fewestOfCommon = 1000

/** A dictionary of words, given one in each line in byte order. They stay in that text, which takes little memory. */
export function createNameDictionary(lines: string, common: readonly string[] = []): NameDictionary {
  const commonWords = new Set(common)
  const { starts, shared, count } = indexLines(lines)
  const wordAt = (place: number) => lines.slice(starts[place], (starts[place + 1] ?? 0) - 1)

  /** The first place whose word is not before the given one. */
  function findPlace(word: string): number {
    let [from, to] = [0, count]
    while (from < to) {
      const middle = (from + to) >> 1
      if (compareInByteOrder(wordAt(middle), word) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  function placesBegunBy(prefix: string): [from: number, to: number] {
    return [findPlace(prefix), findPlace(`${prefix}\u{10ffff}`)]
  }

  return {
    has: (word) => wordAt(findPlace(word)) === word && word !== '',
    isCommon: (word) => commonWords.has(word),
    countBegunBy(prefix) {
      const [from, to] = placesBegunBy(prefix)
      return to - from
    },
    wordsBegunBy(prefix, most) {
      const [from, to] = placesBegunBy(prefix)
      const first = from < to && wordAt(from) === prefix ? from + 1 : from
      return Array.from({ length: Math.max(0, Math.min(most, to - first)) }, (_, at) => wordAt(first + at))
    },
    wordsCloseTo(typed, mostEdits, firstLetter = '') {
      const [from, to] = firstLetter === '' ? [0, count] : placesBegunBy(firstLetter)
      const found: CloseWord[] = []
      const rows = createEditRows(typed, mostEdits)
      for (let place = from; place < to; place += 1) {
        const start = starts[place] ?? 0
        const length = (starts[place + 1] ?? 0) - start - 1
        const edits = rows.compare(lines, start, length, place === from ? 0 : (shared[place] ?? 0))
        if (edits > 0 && edits <= mostEdits) found.push({ word: wordAt(place), edits })
        const ruledOut = rows.countRuledOut()
        while (place + 1 < to && (shared[place + 1] ?? 0) >= ruledOut) place += 1
      }
      return found.sort((one, other) => one.edits - other.edits)
    },
  }
}

/**
 * Compares words in order with a typed word, by the rule of `editDistance`. A word that begins like the one before needs
 * only the rows of its other letters, and none if that beginning already has too many edits.
 */
function createEditRows(typed: string, most: number) {
  const width = typed.length + 1
  const tooMany = most + 1
  const rows = new Uint8Array((width + most + 1) * width).fill(tooMany)
  for (let j = 0; j <= Math.min(most, typed.length); j += 1) rows[j] = j
  let depth = 0
  let isTooFar = false

  /** Computes the row of a letter, of those columns that can have few enough edits, and returns its smallest number. */
  function addRow(row: number, letter: number, before: number): number {
    const [first, last] = [Math.max(0, row - most), Math.min(typed.length, row + most)]
    const at = row * width
    let fewest = tooMany
    if (first > 0) rows[at + first - 1] = tooMany
    for (let j = first; j <= last; j += 1) {
      let edits = (rows[at - width + j] ?? 0) + 1
      if (j > 0) {
        const typedLetter = typed.charCodeAt(j - 1)
        edits = Math.min(
          edits,
          (rows[at + j - 1] ?? 0) + 1,
          (rows[at - width + j - 1] ?? 0) + (letter === typedLetter ? 0 : 1),
        )
        if (row > 1 && j > 1 && before === typedLetter && letter === typed.charCodeAt(j - 2))
          edits = Math.min(edits, (rows[at - 2 * width + j - 2] ?? 0) + 1)
      }
      rows[at + j] = Math.min(edits, tooMany)
      if (edits < fewest) fewest = edits
    }
    if (last < typed.length) rows[at + last + 1] = tooMany
    return fewest
  }

  return {
    /** The letters that rule out every word that shares them with the last one; infinity if there are none. */
    countRuledOut: () => (isTooFar ? depth : Number.POSITIVE_INFINITY),
    /** Counts the edits of a word that shares this many letters with the previous word, up to `tooMany`. */
    compare(text: string, start: number, length: number, shared: number): number {
      if (shared < depth) {
        depth = shared
        isTooFar = false
      }
      while (!isTooFar && depth < length) {
        const before = depth > 0 ? text.charCodeAt(start + depth - 1) : 0
        depth += 1
        isTooFar =
          depth > typed.length + most || addRow(depth, text.charCodeAt(start + depth - 1), before) > most
      }
      return isTooFar || length < depth ? tooMany : (rows[length * width + typed.length] ?? tooMany)
    },
  }
}

/** Where each word of a text begins, with the end of the text, and how many letters it shares with the word before. */
function indexLines(lines: string) {
  const count = lines === '' ? 0 : lines.split('\n').length
  const starts = new Uint32Array(count + 1)
  const shared = new Uint8Array(count)
  let [before, start] = [0, 0]
  for (let place = 0; place < count; place += 1) {
    const next = lines.indexOf('\n', start)
    const end = next === -1 ? lines.length : next
    let letters = 0
    while (letters < maxShared && start + letters < end && lines[before + letters] === lines[start + letters])
      letters += 1
    starts[place] = start
    shared[place] = place === 0 ? 0 : letters
    before = start
    start = end + 1
  }
  starts[count] = start
  return { starts, shared, count }
}

/** More letters than any word that can be mistyped. */
const maxShared = 255

/** Compares texts by code points, as the database does in the collation "C". */
function compareInByteOrder(one: string, other: string): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return codePointOrder(a) - codePointOrder(b)
  }
  return one.length - other.length
}

/** Surrogates stand for code points after all others. */
const codePointOrder = (code: number) =>
  code >= 0xe000 ? code - 0x800 : code >= 0xd800 ? code + 0x2000 : code
