import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'

/** What this page remembers where the browser lets it keep nothing. */
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

/** Whether local storage keeps anything under `key`, sense or not. */
export const isRemembered = (key: string): boolean => read(key) !== null

/** What local storage keeps under `key`; undefined where that is nothing, or does not fit the schema. */
export const recall = <Schema extends z.ZodType>(key: string, schema: Schema): z.output<Schema> | undefined =>
  parseRemembered(read(key), schema.optional(), undefined)

/** Keeps a value in local storage, as JSON text, for every tab. */
export const remember = (key: string, value: unknown) => write(key, JSON.stringify(value))

/** Takes what local storage keeps under `key` away. */
export function forget(key: string) {
  unkept.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked: there was nothing but what this page remembered.
  }
  for (const listener of listeners) listener()
}

/** Calls back whenever this tab or another one remembers or forgets something; gives the way to stop it. */
export function onRemembered(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The value kept as JSON text, or `initial` where nothing is kept or what is kept does not fit the schema. */
export function parseRemembered<Schema extends z.ZodType>(
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
 * A value that local storage keeps under `key`, as `useState` would give it: the same in every tab, and kept
 * for this page alone where storage is blocked. `schema` and `initial` are constants of the caller's module.
 */
export function useRemembered<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  initial: z.output<Schema>,
): [value: z.output<Schema>, remember: (value: z.input<Schema>) => void] {
  const text = useSyncExternalStore(onRemembered, () => read(key))
  const value = useMemo(() => parseRemembered(text, schema, initial), [text, schema, initial])
  const keep = useCallback((next: z.input<Schema>) => remember(key, next), [key])
  return [value, keep]
}
