import { createContext, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { now } from '../contract/clock.ts'

/** A value under one key of the browser's storage, as JSON. */
export type Store<Value> = {
  /** The value; undefined if it is missing or does not match the schema. The same object until it changes. */
  get: () => Value | undefined
  /** Whether anything is stored under the key, valid or not. */
  has: () => boolean
  set: (value: Value) => void
  remove: () => void
  /** Calls the listener after each change in this or another tab; returns the unsubscribe function. */
  subscribe: (listener: () => void, options?: SubscribeOptions) => () => void
}

type SubscribeOptions = {
  /** Whether to ignore the changes of this tab. */
  onlyOtherTabs?: boolean
}

/** A schema, or a function that creates it when needed: modules of the first load create none (decision 97). */
type Schema<Value> = z.ZodType<Value> | (() => z.ZodType<Value>)

const create = <Value>(schema: Schema<Value>) => (typeof schema === 'function' ? schema() : schema)

/** The part of a store that a component needs. */
export type ReadableStore<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

/** One of the browser's storage areas. Values that the browser refuses to store are kept in memory. */
function openArea(getStorage: () => Storage) {
  const memory = new Map<string, string>()
  const attempt = <Result>(work: (storage: Storage) => Result): Result | undefined => {
    try {
      return work(getStorage())
    } catch {
      return undefined
    }
  }
  return {
    changes: new EventTarget(),
    read: (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    write(key: string, text: string) {
      memory.set(key, text)
      attempt((storage) => {
        storage.setItem(key, text)
        memory.delete(key)
      })
    },
    remove(key: string) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: () => [...memory.keys(), ...(attempt(Object.keys) ?? [])],
  }
}

const localArea = openArea(() => localStorage)
/** The storage of this tab, for values that are copied unchanged. Others use `tabStore`. */
export const tabArea = openArea(() => sessionStorage)

/** A value that all tabs share and that outlasts a visit. */
export const localStore = <Value>(key: string, schema: Schema<Value>): Store<Value> =>
  createStore(localArea, key, schema)

function createStore<Value>(area: typeof localArea, key: string, schema: Schema<Value>): Store<Value> {
  let text: string | null | undefined
  let value: Value | undefined
  const announce = () => area.changes.dispatchEvent(new Event(key))
  return {
    get() {
      const stored = area.read(key)
      if (stored !== text) {
        text = stored
        value = parseStored(stored, create(schema))
      }
      return value
    },
    has: () => area.read(key) != null,
    set(next) {
      area.write(key, JSON.stringify(next))
      announce()
    },
    remove() {
      area.remove(key)
      announce()
    },
    subscribe(listener, { onlyOtherTabs = false } = {}) {
      const stop = new AbortController()
      const { signal } = stop
      // Events of other tabs have the changed key, or null if everything was cleared.
      const handle = (event: Event & { key?: string | null }) => {
        if (event.key == null || event.key === key) listener()
      }
      if (!onlyOtherTabs) area.changes.addEventListener(key, handle, { signal })
      addEventListener('storage', handle, { signal })
      return () => stop.abort()
    },
  }
}

function parseStored<Value>(text: string | null | undefined, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

type TabStoreOptions = {
  /** Only values stored by the same owner are returned. */
  owner?: string
  /** After this time, in ms, the value is removed. */
  maxAge?: number
}

const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>()

/** A value of this tab that outlasts pages and reloads. Values of another owner and old values are removed. */
export function tabStore<Value>(
  key: string,
  schema: Schema<Value>,
  { owner = '', maxAge = Number.POSITIVE_INFINITY }: TabStoreOptions = {},
): Store<Value> {
  const record = () => z.object({ owner: z.literal(owner), storedAt: z.number(), value: create(schema) })
  const store = createStore(tabArea, key, record)
  const removeAfter = (ms: number) => {
    clearTimeout(expiryTimers.get(key))
    if (Number.isFinite(ms)) expiryTimers.set(key, setTimeout(store.remove, ms))
  }
  return {
    ...store,
    get() {
      const stored = store.get()
      const left = stored ? stored.storedAt + maxAge - now().getTime() : 0
      if (left > 0) removeAfter(left)
      else tabArea.remove(key)
      return left > 0 ? stored?.value : undefined
    },
    set(value) {
      store.set({ owner, storedAt: now().getTime(), value })
      removeAfter(maxAge)
    },
  }
}

/** The key prefix of values that end with the session of staff. */
export const staffPrefix = 'kept '
/**
 * The key prefix of drafts that only this tab has and that end with a session, such as those of searches. Visitors without
 * a session can also have them.
 */
export const tabDraftPrefix = 'searchDraft:'

/** Removes this tab's values whose key has one of these prefixes. */
export function removeTabValues(...prefixes: string[]) {
  for (const key of tabArea.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) tabArea.remove(key)
}

/** Returns a stored value; rerenders when it changes in any tab. */
export const useStoredValue = <Value>({ subscribe, get }: ReadableStore<Value>) =>
  useSyncExternalStore(subscribe, get)

/** Returns whether anything is stored, valid or not; rerenders when that changes in any tab. */
export const useIsStored = ({ subscribe, has }: Pick<Store<unknown>, 'subscribe' | 'has'>) =>
  useSyncExternalStore(subscribe, has)

/** Like `useState`, but stored; `initial` applies while nothing valid is stored. */
export function useStored<Value>(store: Store<Value>, initial: Value): [Value, Store<Value>['set']] {
  return [useStoredValue(store) ?? initial, store.set]
}

/**
 * Like `useState`, but stored under `key` for all tabs; without a key it is not stored. `key`, `schema` and `initial`
 * are constants.
 */
export function useLocalState<Value>(key: string | undefined, schema: z.ZodType<Value>, initial: Value) {
  const store = useMemo(() => localStore(key ?? '', schema), [key, schema])
  const stored = useStored(store, initial)
  const unstored = useState(initial)
  return key === undefined ? unstored : stored
}

const owners = createContext('')

/** Sets the user that the values of `useTabState` and the drafts of searches belong to. */
export const TabOwnerProvider = owners.Provider

/** Returns the user whose values of this tab are shown; empty for visitors. */
export const useTabOwner = (): string => useContext(owners)

/** Like `useState`, but stored in this tab under `name` until the session of staff ends. */
export function useTabState<Value>(name: string, schema: z.ZodType<Value>, initial: Value) {
  const owner = useTabOwner()
  const store = useMemo(() => tabStore(staffPrefix + name, schema, { owner }), [name, schema, owner])
  return useStored(store, initial)
}
