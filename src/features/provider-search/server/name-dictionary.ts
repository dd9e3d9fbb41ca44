import { z } from 'zod'
import { editDistance } from '#platform/contract/edit-distance.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'

/** A word of a provider name and its edit distance from a typed word. */
export type CloseWord = { word: string; edits: number }

/** The words of the names of all visible providers. */
export type NameDictionary = {
  has(word: string): boolean
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
    z.object({ lines: z.string().nullable() }),
    sql`select string_agg(word, E'\\n' order by word collate "C") as lines from name_word`,
  )
  return createNameDictionary(row?.lines ?? '')
}

/** The largest character code for which each letter has a bit of its own. */
const letterA = 'a'.charCodeAt(0)
const letterZ = 'z'.charCodeAt(0)

/** A bit for each letter; digits share one, and other characters share five. */
function letterBit(code: number): number {
  if (code >= letterA && code <= letterZ) return 1 << (code - letterA)
  return code < letterA ? 1 << 26 : 1 << (27 + (code % 5))
}

function letterBits(text: string, start: number, end: number): number {
  let bits = 0
  for (let at = start; at < end; at += 1) bits |= letterBit(text.charCodeAt(at))
  return bits
}

/** The number of bits that are set, without a loop: this runs for each word of the dictionary. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** A dictionary of words, given one in each line in byte order. They stay in that text, which takes little memory. */
export function createNameDictionary(lines: string): NameDictionary {
  const { starts, letters, count } = indexLines(lines)
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
    wordsBegunBy(prefix, most) {
      const [from, to] = placesBegunBy(prefix)
      const first = from < to && wordAt(from) === prefix ? from + 1 : from
      return Array.from({ length: Math.max(0, Math.min(most, to - first)) }, (_, at) => wordAt(first + at))
    },
    wordsCloseTo(typed, mostEdits, firstLetter = '') {
      const [from, to] = firstLetter === '' ? [0, count] : placesBegunBy(firstLetter)
      const bits = letterBits(typed, 0, typed.length)
      const found: CloseWord[] = []
      for (let place = from; place < to; place += 1) {
        const length = (starts[place + 1] ?? 0) - (starts[place] ?? 0) - 1
        if (length > typed.length + mostEdits || length < typed.length - mostEdits) continue
        const others = letters[place] ?? 0
        if (countBits(others & ~bits) > mostEdits || countBits(bits & ~others) > mostEdits) continue
        const word = wordAt(place)
        const edits = editDistance(typed, word, mostEdits)
        if (edits > 0 && edits <= mostEdits) found.push({ word, edits })
      }
      return found.sort((one, other) => one.edits - other.edits)
    },
  }
}

/** Where each word of a text begins, with the end of the text, and which letters it has. */
function indexLines(lines: string) {
  const count = lines === '' ? 0 : lines.split('\n').length
  const starts = new Uint32Array(count + 1)
  const letters = new Int32Array(count)
  let start = 0
  for (let place = 0; place < count; place += 1) {
    const next = lines.indexOf('\n', start)
    const end = next === -1 ? lines.length : next
    starts[place] = start
    letters[place] = letterBits(lines, start, end)
    start = end + 1
  }
  starts[count] = start
  return { starts, letters, count }
}

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
