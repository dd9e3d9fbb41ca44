import { useMemo } from 'react'
import type { z } from 'zod'
import {
  removeTabValues,
  type Store,
  tabArea,
  tabStore,
  unsentPrefix,
  useStored,
  useTabOwner,
} from '../storage.ts'

/** The maximum lifetime of a session. */
const maxAge = 12 * 3_600_000
/** How long a page without a session keeps what was not sent. */
const afterSessionMs = 3_600_000

/**
 * What a person has typed in this tab but not sent. Unlike other values of staff, it outlasts an expired session, so
 * that the same person can go on after signing in again. Logging out removes it.
 */
export const unsentStore = <Value>(owner: string, name: string, schema: z.ZodType<Value>): Store<Value> =>
  // The owner is part of the key, because a store removes the values of other owners that it reads.
  tabStore(`${unsentPrefix}${owner} ${name}`, schema, { owner, maxAge })

/** Like `useTabState`, for what outlasts an expired session. */
export function useUnsent<Value>(name: string, schema: z.ZodType<Value>, initial: Value) {
  const owner = useTabOwner()
  const store = useMemo(() => unsentStore(owner, name, schema), [owner, name, schema])
  return useStored(store, initial)
}

/** Removes what others than this person have not sent. */
export function removeUnsentOfOthers(person: string) {
  for (const key of tabArea.keys())
    if (key.startsWith(unsentPrefix) && !key.startsWith(`${unsentPrefix}${person} `)) tabArea.remove(key)
}

/** Removes what was not sent if nobody signs in on this page soon. */
export function expireUnsent(isSignedIn: () => boolean) {
  setTimeout(() => {
    if (!isSignedIn()) removeTabValues(unsentPrefix)
  }, afterSessionMs)
}
