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

function listen(listener: () => void) {
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
  const text = useSyncExternalStore(listen, () => read(key))
  const value = useMemo(() => parseRemembered(text, schema, initial), [text, schema, initial])
  const remember = useCallback((next: z.input<Schema>) => write(key, JSON.stringify(next)), [key])
  return [value, remember]
}
