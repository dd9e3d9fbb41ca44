import { now } from '#platform/contract/clock.ts'

/** What a person has been shown while typing one text. */
export type Lookup = {
  text: string
  shown: ReadonlySet<string>
  /** What this response shows for the first time. */
  added: readonly string[]
  /** Whether the response has to be audited. */
  isNew: boolean
}

type Kept = Pick<Lookup, 'text' | 'shown'> & { at: number }

/** A pause after which the next search is audited in full. */
const maxPauseMs = 60_000
/** The most lookups in memory; without its earlier one, a lookup is audited in full. */
const maxLookups = 1000

/**
 * Remembers what each person was shown while they type a text, so that the audit trail has every row once for each
 * lookup instead of once for each letter. A lookup ends with a pause, and with a text that neither continues nor
 * shortens the one before. Each process remembers its own; another one audits a row again, never too little.
 */
export function createLookupLog() {
  const lookups = new Map<string, Kept>()
  return {
    /** Adds the subjects of a response to the lookup that the text continues, or starts another. */
    continue(key: string, text: string, subjects: readonly string[]): Lookup {
      const before = lookups.get(key)
      const shown = before && isContinued(before, text) ? before.shown : undefined
      const added = subjects.filter((subject) => !shown?.has(subject))
      return { text, added, isNew: !shown || added.length > 0, shown: new Set([...(shown ?? []), ...added]) }
    },
    /** Keeps a lookup once its audit entry is committed. */
    keep(key: string, { text, shown }: Lookup) {
      lookups.delete(key)
      lookups.set(key, { text, shown, at: now().getTime() })
      const [oldest] = lookups.keys()
      if (lookups.size > maxLookups && oldest !== undefined) lookups.delete(oldest)
    },
  }
}

function isContinued({ text: before, at }: Kept, text: string): boolean {
  if (now().getTime() - at > maxPauseMs) return false
  return text.startsWith(before) || before.startsWith(text)
}
