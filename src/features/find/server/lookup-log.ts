import { now } from '#platform/contract/clock.ts'

/** What a person has been shown while typing one text. */
export type Lookup = {
  text: string
  shown: ReadonlySet<string>
  /** The texts that have an audit entry, once this response has been audited. */
  audited: ReadonlySet<string>
  /** What this response shows for the first time. */
  added: readonly string[]
  /** Whether the response has to be audited. */
  isNew: boolean
  /** When the lookup began, in milliseconds since the epoch. */
  startedAt: number
}

type Kept = Pick<Lookup, 'text' | 'shown' | 'audited' | 'startedAt'>

/** The time after which a search is audited in full again, even if it was repeated in between. */
const maxLookupMs = 60_000
/** The most lookups in memory; without its earlier one, a lookup is audited in full. */
const maxLookups = 1000

/**
 * Remembers what each person was shown while they type a text, so that the audit trail has every row, and every text
 * that found rows, once for each lookup. A lookup ends a minute after it began, and with a text that neither continues
 * nor shortens the one before. Each process remembers its own; another one audits a row again, never too little.
 */
export function createLookupLog() {
  const lookups = new Map<string, Kept>()
  return {
    /** Adds the subjects of a response to the lookup that the text continues, or starts another. */
    continue(key: string, text: string, subjects: readonly string[]): Lookup {
      const before = lookups.get(key)
      const continued = before && isContinued(before, text) ? before : undefined
      const added = subjects.filter((subject) => !continued?.shown.has(subject))
      const isNew = !continued || (subjects.length > 0 && !continued.audited.has(text))
      return {
        text,
        added,
        isNew: isNew || added.length > 0,
        shown: new Set([...(continued?.shown ?? []), ...added]),
        audited: new Set([...(continued?.audited ?? []), ...(isNew ? [text] : [])]),
        startedAt: continued?.startedAt ?? now().getTime(),
      }
    },
    /** Keeps a lookup once its audit entry is committed. */
    keep(key: string, { text, shown, audited, startedAt }: Lookup) {
      lookups.delete(key)
      lookups.set(key, { text, shown, audited, startedAt })
      const [oldest] = lookups.keys()
      if (lookups.size > maxLookups && oldest !== undefined) lookups.delete(oldest)
    },
  }
}

function isContinued({ text: before, startedAt }: Kept, text: string): boolean {
  if (now().getTime() - startedAt > maxLookupMs) return false
  return text.startsWith(before) || before.startsWith(text)
}
