import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Picture } from './client-snapshot.ts'

type Leaf = { value: unknown; shown: string }
const maxLength = 60

/** Describes a change, one line per path: `+` added, `-` removed, `~` changed. */
export function diffLines(before: object | undefined, after: object): string[] {
  const [old, fresh] = [collectLeaves(before ?? {}), collectLeaves(after)]
  const gone = [...old]
    .filter(([path]) => !fresh.has(path))
    .map(([path, leaf]) => line('-', path, leaf.shown))
  const rest = [...fresh].flatMap(([path, leaf]) => {
    const former = old.get(path)
    if (!former) return [line('+', path, leaf.shown)]
    if (isDeepStrictEqual(former.value, leaf.value)) return []
    return [line('~', path, describeChange(former, leaf))]
  })
  return [...rest, ...gone, ...orderLines(before ?? {}, after)]
}

/** Describes a value, one line per path. */
export function describe(thing: object): string[] {
  return [...collectLeaves(thing)].map(([path, { shown }]) => line(' ', path, shown))
}

/** Describes a changed value; for a list entry, only its changed properties. */
function describeChange(before: Leaf, after: Leaf): string {
  const [old, fresh] = [before.value, after.value]
  if (!isEntry(old) || !isEntry(fresh)) return `${before.shown} → ${after.shown}`
  const words = Object.keys(fresh).filter((word) => !isDeepStrictEqual(old[word], fresh[word]))
  return words.map((word) => `${word} ${formatValue(old[word])} → ${formatValue(fresh[word])}`).join(', ')
}

const line = (sign: string, path: string, shown: string) => `  ${sign} ${path}${shown ? `: ${shown}` : ''}`

/** Collects the leaf values of an object by path; a list entry is one leaf. Skips null and empty text. */
function collectLeaves(thing: object, above = ''): Map<string, Leaf> {
  const leaves = Object.entries(thing).flatMap(([word, value]): [string, Leaf][] => {
    const path = above ? `${above}, ${word}` : word
    if (isEmpty(value)) return []
    if (isListOfEntries(value))
      return value.map((entry) => [`${path}, ${entryName(entry)}`, entryLeaf(entry)])
    if (typeof value === 'object' && !isPicture(value)) return [...collectLeaves(value, path)]
    return [[path, { value, shown: formatValue(value) }]]
  })
  return new Map(leaves)
}

type Entry = Record<string, unknown>
const keyProperties = ['code', 'key', 'name']

const keyProperty = (entry: Entry) => keyProperties.find((word) => word in entry) ?? ''
const entryName = (entry: Entry) => String(entry[keyProperty(entry)])

function entryLeaf(entry: Entry): Leaf {
  const described = Object.entries(entry).filter(
    ([word, value]) => word !== keyProperty(entry) && !isEmpty(value),
  )
  return { value: entry, shown: described.map(([word, value]) => `${word} ${formatValue(value)}`).join(', ') }
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value.length > maxLength ? shortened(value) : JSON.stringify(value)
  if (Array.isArray(value)) return value.join(' ')
  if (isPicture(value))
    return `${value.type} of ${count(value.bytes.length)} bytes (${shortDigest(value.bytes)})`
  return String(value)
}

const shortened = (text: string) =>
  `${JSON.stringify(`${text.slice(0, maxLength)}…`)} (${count(text.length)} characters, ${shortDigest(text)})`
const count = (number: number) => number.toLocaleString('en-US')
const shortDigest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isPicture = (value: unknown): value is Picture => value instanceof Object && 'bytes' in value
const isEntry = (value: unknown): value is Entry =>
  value instanceof Object && !Array.isArray(value) && !isPicture(value)
const isListOfEntries = (value: unknown): value is Entry[] => Array.isArray(value) && value.every(isEntry)

/** Describes the lists whose order changed. */
function orderLines(before: object, after: object): string[] {
  const old: Entry = { ...before }
  return Object.entries(after).flatMap(([word, list]) => {
    const former = old[word]
    if (!isListOfEntries(list) || !isListOfEntries(former)) return []
    const [names, formerNames] = [list.map(entryName), former.map(entryName)]
    const stayed = names.filter((name) => formerNames.includes(name))
    const inOrder = formerNames.filter((name) => names.includes(name))
    if (isDeepStrictEqual(stayed, inOrder)) return []
    return [line('~', word, `in the order ${names.join(', ')}`)]
  })
}
