import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'

/** The values kept in memory only, because the browser blocks storage. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return unkept.get(key) ?? null
  }
}

function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    unkept.set(key, text)
  }
  for (const listener of listeners) listener()
}

/** Whether local storage has a value under `key`, valid or not. */
export const hasStored = (key: string): boolean => read(key) !== null

/** The stored value; undefined if missing or if it does not match the schema. */
export const readStored = <Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): z.output<Schema> | undefined => parseStored(read(key), schema.optional(), undefined)

/** Stores a value as JSON for all tabs. */
export const writeStored = (key: string, value: unknown) => write(key, JSON.stringify(value))

/** Removes the value under `key`. */
export function removeStored(key: string) {
  unkept.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so only the in-memory fallback had the value.
  }
  for (const listener of listeners) listener()
}

/** Subscribes to changes in this and other tabs; returns the unsubscribe function. */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The stored JSON text, or `initial` if missing or if it does not match the schema. */
export function parseStored<Schema extends z.ZodType>(
  text: string | null,
  schema: Schema,
  initial: z.output<Schema>,
): z.output<Schema> {
  if (text === null) return initial
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? result.data : initial
  } catch {
    return initial
  }
}

/**
 * Like `useState`, but stored under `key` and shared by all tabs; in memory only where storage is blocked.
 * `schema` and `initial` must be module constants.
 */
export function useStored<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  initial: z.output<Schema>,
): [value: z.output<Schema>, remember: (value: z.input<Schema>) => void] {
  const text = useSyncExternalStore(onStoredChange, () => read(key))
  const value = useMemo(() => parseStored(text, schema, initial), [text, schema, initial])
  const store = useCallback((next: z.input<Schema>) => writeStored(key, next), [key])
  return [value, store]
}
