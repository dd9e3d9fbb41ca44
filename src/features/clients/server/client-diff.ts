import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ExternalSearch, WrittenClient } from './clients-file-schema.ts'

type Leaf = { value: unknown; shown: string }
const maxLength = 60

/** Describes the differences between two objects, one line per path: `+` added, `-` removed, `~` changed. */
export function diffLines(before: object | undefined, after: object): string[] {
  const [previous, current] = [collectLeaves(before ?? {}), collectLeaves(after)]
  const removed = [...previous]
    .filter(([path]) => !current.has(path))
    .map(([path, leaf]) => line('-', path, leaf.shown))
  const rest = [...current].flatMap(([path, leaf]) => {
    const previousLeaf = previous.get(path)
    if (!previousLeaf) return [line('+', path, leaf.shown)]
    if (isDeepStrictEqual(previousLeaf.value, leaf.value)) return []
    return [line('~', path, describeChange(previousLeaf, leaf))]
  })
  return [...rest, ...removed, ...orderLines(before ?? {}, after)]
}

/** Describes an object, one line per path. */
export function describe(source: object): string[] {
  return [...collectLeaves(source)].map(([path, { shown }]) => line(' ', path, shown))
}

/** Describes a changed value; for a list entry, only its changed properties. */
function describeChange(before: Leaf, after: Leaf): string {
  const [previous, current] = [before.value, after.value]
  if (!isEntry(previous) || !isEntry(current)) return `${before.shown} → ${after.shown}`
  const properties = Object.keys(current).filter(
    (property) => !isDeepStrictEqual(previous[property], current[property]),
  )
  return properties
    .map((property) => `${property} ${formatValue(previous[property])} → ${formatValue(current[property])}`)
    .join(', ')
}

const line = (sign: string, path: string, shown: string) => `  ${sign} ${path}${shown ? `: ${shown}` : ''}`

/**
 * Collects the leaf values of an object by path; a list entry counts as one leaf. Skips missing values and
 * empty text.
 */
function collectLeaves(source: object, above = ''): Map<string, Leaf> {
  const leaves = Object.entries(source).flatMap(([property, value]): [string, Leaf][] => {
    const path = above ? `${above}, ${property}` : property
    if (isEmpty(value)) return []
    if (isListOfEntries(value))
      return value.map((entry) => [`${path}, ${entryName(entry)}`, entryLeaf(entry)])
    if (typeof value === 'object' && !Array.isArray(value) && !isPicture(value))
      return [...collectLeaves(value, path)]
    return [[path, { value, shown: formatValue(value) }]]
  })
  return new Map(leaves)
}

type Entry = Record<string, unknown>
const keyProperties = ['code', 'key', 'name']

const keyProperty = (entry: Entry) => keyProperties.find((property) => property in entry) ?? ''
const entryName = (entry: Entry) => String(entry[keyProperty(entry)])

function entryLeaf(entry: Entry): Leaf {
  const { [keyProperty(entry)]: _, ...properties } = entry
  return { value: entry, shown: formatProperties(properties) }
}

const formatProperties = (entry: Entry) =>
  Object.entries(entry)
    .filter(([, value]) => !isEmpty(value))
    .map(([property, value]) => `${property} ${formatValue(value)}`)
    .join(', ')

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value.length > maxLength ? shortened(value) : JSON.stringify(value)
  if (Array.isArray(value)) return value.join(' ') || 'none'
  if (isPicture(value))
    return `${value.type} of ${count(value.bytes.length)} bytes (${shortDigest(value.bytes)})`
  if (isEntry(value)) return `(${formatProperties(value)})`
  return String(value)
}

const shortened = (text: string) =>
  `${JSON.stringify(`${text.slice(0, maxLength)}…`)} (${count(text.length)} characters, ${shortDigest(text)})`
const count = (number: number) => number.toLocaleString('en-US')
const shortDigest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isPicture = (value: unknown): value is Picture => value instanceof Object && 'bytes' in value
const isEntry = (value: unknown): value is Entry =>
  value instanceof Object && !Array.isArray(value) && !isPicture(value)
const isListOfEntries = (value: unknown): value is Entry[] => Array.isArray(value) && value.every(isEntry)

/** Describes the new order of each list whose entries were reordered. */
function orderLines(before: object, after: object): string[] {
  const previous: Entry = { ...before }
  return Object.entries(after).flatMap(([property, list]) => {
    const previousList = previous[property]
    if (!isListOfEntries(list) || !isListOfEntries(previousList)) return []
    const [names, previousNames] = [list.map(entryName), previousList.map(entryName)]
    const remaining = names.filter((name) => previousNames.includes(name))
    const previousOrder = previousNames.filter((name) => names.includes(name))
    if (isDeepStrictEqual(remaining, previousOrder)) return []
    return [line('~', property, `in the order ${names.join(', ')}`)]
  })
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type Picture = { type: (typeof pictureTypes)[number]; bytes: Buffer }

type Manager = Omit<WrittenClient['accountManagers'][number], 'picture'> & { picture: Picture | null }
type WrittenMember = NonNullable<WrittenClient['member']>
export type Card = Omit<NonNullable<WrittenMember['card']>, 'logo'> & { logo: Picture | null }
type Member = Pick<WrittenMember, 'showIdCard' | 'showEnglishAndGerman'> & { card: Card | null }

/** A client with all its data from the clients file. */
export type Client = Omit<WrittenClient, 'accountManagers' | 'home' | 'member'> & {
  accountManagers: Manager[]
  home: Pick<WrittenClient['home'], 'banner' | 'videoUrl'>
  member: Member | null
  /** The sanitized content of the home and member pages; empty if there is none. */
  html: Record<Page, string>
}

/** A client as parsed from a file. If the file omits HTML, it is undefined here and the stored HTML stays. */
export type ParsedClient = Omit<Client, 'html'> & { html: Record<Page, string | undefined> }

export type Page = 'home' | 'member'
export const contentPages = ['home', 'member'] as const satisfies Page[]

/** All clients and external searches in the database. */
export type State = { clients: Client[]; externalSearches: ExternalSearch[] }
