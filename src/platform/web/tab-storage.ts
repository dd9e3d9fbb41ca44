import { createContext, useContext, useState } from 'react'
import { z } from 'zod'

const storageKey = (name: string) => `kept ${name}`
const isKey = (key: string) => key.startsWith(storageKey(''))

/** The key prefix of unsent forms, which visitors without a session can also have. */
export const draftPrefix = 'searchDraft:'

/** Stores a value in this tab for its user, across pages and reloads. */
export function writeTabValue(name: string, owner: string, value: unknown) {
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify({ owner, value }))
  } catch {
    // Without storage, the only effect is that the value is lost on reload.
  }
}

/** The stored value of this user, if any. */
export function readTabValue<Value>(
  name: string,
  owner: string,
  schema: z.ZodType<Value>,
): Value | undefined {
  const stored = z.object({ owner: z.literal(owner), value: schema })
  try {
    return stored.parse(JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '')).value
  } catch {
    return undefined
  }
}

/** Removes the values stored in this tab, but not unsent forms. */
export const clearTabValues = () => removeItems(isKey)

/** Removes those values and unsent forms, because a session has ended. */
export const clearTabValuesAndDrafts = () => removeItems((key) => isKey(key) || key.startsWith(draftPrefix))

function removeItems(isMeant: (key: string) => boolean) {
  try {
    for (const key of Object.keys(sessionStorage).filter(isMeant)) sessionStorage.removeItem(key)
  } catch {
    // Blocked: nothing was stored.
  }
}

/** The values stored in this tab, to be copied to another tab. */
export function tabEntries(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(sessionStorage).filter(([key]) => isKey(key)))
  } catch {
    return {}
  }
}

/** Stores the values of another tab of this portal. */
export function importTabEntries(entries: Record<string, string>) {
  try {
    for (const [key, text] of Object.entries(entries)) if (isKey(key)) sessionStorage.setItem(key, text)
  } catch {
    // Without storage, nothing is copied either.
  }
}

const owners = createContext('')

/** Sets the user that stored values belong to. */
export const TabOwnerProvider = owners.Provider

/** Like `useState`, stored in this tab under `name`; `schema` and `initial` are constants. */
export function useTabState<Value>(
  name: string,
  schema: z.ZodType<Value>,
  initial: Value,
): [value: Value, keep: (value: Value) => void] {
  const owner = useContext(owners)
  const [value, setValue] = useState(() => readTabValue(name, owner, schema) ?? initial)
  const store = (next: Value) => {
    setValue(next)
    writeTabValue(name, owner, next)
  }
  return [value, store]
}
