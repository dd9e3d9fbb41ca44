import { useMemo } from 'react'
import { z } from 'zod'
import { now } from '../../contract/clock.ts'
import { type Store, tabArea, tabStore, useStored, useTabOwner } from '../storage.ts'
import { draftDeadline, draftPrefix, watchDrafts } from './draft-deadline.ts'

/** The maximum lifetime of a session. */
const sessionMs = 12 * 3_600_000
/** How long a tab without a session keeps drafts. */
const afterSessionMs = 3_600_000

/**
 * A draft: what a person has typed in this tab but not sent. Unlike other values of staff, it outlasts an expired
 * session, so that the same person can continue after signing in again. Logging out removes it.
 */
export const draftStore = <Value>(
  owner: string,
  name: string,
  schema: z.ZodType<Value>,
  maxAge = sessionMs,
): Store<Value> =>
  // The owner is part of the key, because a store removes the values of other owners that it reads.
  tabStore(`${draftPrefix}${encodeURIComponent(owner)} ${name}`, schema, { owner, maxAge })

/** Like `useTabState`, for a draft, which outlasts an expired session. */
export function useDraft<Value>(name: string, schema: z.ZodType<Value>, initial: Value) {
  const owner = useTabOwner()
  const store = useMemo(() => draftStore(owner, name, schema), [owner, name, schema])
  return useStored(store, initial)
}

const unsavedDraft = z.enum(['decision', 'note', 'comment'])

/** The first word of the name of a draft whose loss deserves a question; a search can be repeated. */
export type UnsavedDraft = z.infer<typeof unsavedDraft>

/** Returns what this person has typed in this tab, for any client, and not saved; undefined if nothing. */
export function findUnsavedDraft(person: string): UnsavedDraft | undefined {
  for (const key of tabArea.keys()) {
    const [owner = '', ...name] = key.slice(draftPrefix.length).split(' ')
    const { data: kind } = unsavedDraft.safeParse(name[0])
    if (!key.startsWith(draftPrefix) || !kind || !belongsTo(key, person)) continue
    const value = draftStore(decodeURIComponent(owner), name.join(' '), z.unknown()).get()
    if (typeof value === 'string' ? value.trim() : value) return kind
  }
  return undefined
}

/** Removes the drafts of everyone but the person with this ID. */
export function removeDraftsOfOthers(personId: string) {
  for (const key of tabArea.keys())
    if (key.startsWith(draftPrefix) && !belongsTo(key, personId)) tabArea.remove(key)
}

/** An owner is the ID of a person, and a client or none. */
function belongsTo(key: string, personId: string): boolean {
  const [owner = ''] = key.slice(draftPrefix.length).split(' ')
  return decodeURIComponent(owner).split(' ')[0] === personId
}

/**
 * Gives drafts, if there are any, a deadline, which outlasts reloads. They stay if someone signs in before it.
 * `isNewEnd` is false for a page that finds the session ended, which keeps a deadline that has not passed.
 */
export function expireDrafts(isSignedIn: () => boolean, isNewEnd = true) {
  if (!tabArea.keys().some((key) => key.startsWith(draftPrefix) && key !== draftDeadline)) return
  const time = now().getTime()
  if (isNewEnd || !(Number(tabArea.read(draftDeadline)) > time))
    tabArea.write(draftDeadline, String(time + afterSessionMs))
  watchDrafts(isSignedIn)
}
