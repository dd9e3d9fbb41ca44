import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Picture } from './client-snapshot.ts'

type Leaf = { value: unknown; shown: string }
const longest = 60

/** Describes a change, one line per path: `+` added, `-` removed, `~` changed. */
export function differenceBetween(before: object | undefined, after: object): string[] {
  const [old, fresh] = [leavesOf(before ?? {}), leavesOf(after)]
  const gone = [...old]
    .filter(([place]) => !fresh.has(place))
    .map(([place, leaf]) => line('-', place, leaf.shown))
  const rest = [...fresh].flatMap(([place, leaf]) => {
    const former = old.get(place)
    if (!former) return [line('+', place, leaf.shown)]
    if (isDeepStrictEqual(former.value, leaf.value)) return []
    return [line('~', place, changeOf(former, leaf))]
  })
  return [...rest, ...gone, ...orderLines(before ?? {}, after)]
}

/** Describes a value, one line per path. */
export function describe(thing: object): string[] {
  return [...leavesOf(thing)].map(([place, { shown }]) => line(' ', place, shown))
}

/** The changed paths; within a list entry only the changed properties. */
function changeOf(before: Leaf, after: Leaf): string {
  const [old, fresh] = [before.value, after.value]
  if (!isEntry(old) || !isEntry(fresh)) return `${before.shown} → ${after.shown}`
  const words = Object.keys(fresh).filter((word) => !isDeepStrictEqual(old[word], fresh[word]))
  return words.map((word) => `${word} ${shownAs(old[word])} → ${shownAs(fresh[word])}`).join(', ')
}

const line = (sign: string, place: string, shown: string) => `  ${sign} ${place}${shown ? `: ${shown}` : ''}`

/** The paths of a value; each list entry is one path. Null and empty text count as no value. */
function leavesOf(thing: object, above = ''): Map<string, Leaf> {
  const leaves = Object.entries(thing).flatMap(([word, value]): [string, Leaf][] => {
    const place = above ? `${above}, ${word}` : word
    if (isNothing(value)) return []
    if (isListOfEntries(value)) return value.map((entry) => [`${place}, ${nameOf(entry)}`, entryLeaf(entry)])
    if (typeof value === 'object' && !isPicture(value)) return [...leavesOf(value, place)]
    return [[place, { value, shown: shownAs(value) }]]
  })
  return new Map(leaves)
}

type Entry = Record<string, unknown>
const nameWords = ['code', 'key', 'name']

const nameWordOf = (entry: Entry) => nameWords.find((word) => word in entry) ?? ''
const nameOf = (entry: Entry) => String(entry[nameWordOf(entry)])

function entryLeaf(entry: Entry): Leaf {
  const told = Object.entries(entry).filter(
    ([word, value]) => word !== nameWordOf(entry) && !isNothing(value),
  )
  return { value: entry, shown: told.map(([word, value]) => `${word} ${shownAs(value)}`).join(', ') }
}

function shownAs(value: unknown): string {
  if (typeof value === 'string') return value.length > longest ? shortened(value) : JSON.stringify(value)
  if (Array.isArray(value)) return value.join(' ')
  if (isPicture(value))
    return `${value.type} of ${count(value.bytes.length)} bytes (${digestOf(value.bytes)})`
  return String(value)
}

const shortened = (text: string) =>
  `${JSON.stringify(`${text.slice(0, longest)}…`)} (${count(text.length)} characters, ${digestOf(text)})`
const count = (number: number) => number.toLocaleString('en-US')
const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 8)

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const isPicture = (value: unknown): value is Picture => value instanceof Object && 'bytes' in value
const isEntry = (value: unknown): value is Entry =>
  value instanceof Object && !Array.isArray(value) && !isPicture(value)
const isListOfEntries = (value: unknown): value is Entry[] => Array.isArray(value) && value.every(isEntry)

/** Lists whose order changed. */
function orderLines(before: object, after: object): string[] {
  const old: Entry = { ...before }
  return Object.entries(after).flatMap(([word, list]) => {
    const former = old[word]
    if (!isListOfEntries(list) || !isListOfEntries(former)) return []
    const [names, formerNames] = [list.map(nameOf), former.map(nameOf)]
    const stayed = names.filter((name) => formerNames.includes(name))
    const inOrder = formerNames.filter((name) => names.includes(name))
    if (isDeepStrictEqual(stayed, inOrder)) return []
    return [line('~', word, `in the order ${names.join(', ')}`)]
  })
}
