import { useMemo } from 'react'
import type { z } from 'zod'
import { now } from '../../contract/clock.ts'
import {
  type Store,
  tabArea,
  tabStore,
  unsentDeadline,
  unsentPrefix,
  useStored,
  useTabOwner,
  watchUnsent,
} from '../storage.ts'

/** The maximum lifetime of a session. */
const maxAge = 12 * 3_600_000
/** How long a tab without a session keeps what was not sent. */
const afterSessionMs = 3_600_000

/**
 * What a person has typed in this tab but not sent. Unlike other values of staff, it outlasts an expired session, so
 * that the same person can go on after signing in again. Logging out removes it.
 */
export const unsentStore = <Value>(owner: string, name: string, schema: z.ZodType<Value>): Store<Value> =>
  // The owner is part of the key, because a store removes the values of other owners that it reads.
  tabStore(`${unsentPrefix}${encodeURIComponent(owner)} ${name}`, schema, { owner, maxAge })

/** Like `useTabState`, for what outlasts an expired session. */
export function useUnsent<Value>(name: string, schema: z.ZodType<Value>, initial: Value) {
  const owner = useTabOwner()
  const store = useMemo(() => unsentStore(owner, name, schema), [owner, name, schema])
  return useStored(store, initial)
}

/** Removes what others than this person have not sent. */
export function removeUnsentOfOthers(person: string) {
  for (const key of tabArea.keys())
    if (key.startsWith(unsentPrefix) && !belongsTo(key, person)) tabArea.remove(key)
}

/** An owner is a person, who can have spaces in the name, and a client or none. */
function belongsTo(key: string, person: string): boolean {
  const [encoded = ''] = key.slice(unsentPrefix.length).split(' ')
  const owner = decodeURIComponent(encoded)
  return owner === person || owner.slice(0, owner.lastIndexOf(' ')) === person
}

/** Removes what was not sent after a while, also after reloads, unless someone has signed in by then. */
export function expireUnsent(isSignedIn: () => boolean) {
  tabArea.write(unsentDeadline, String(now().getTime() + afterSessionMs))
  watchUnsent(isSignedIn)
}
