import { createContext, useContext, useState } from 'react'
import { z } from 'zod'

const keyOf = (name: string) => `kept ${name}`
const isKey = (key: string) => key.startsWith(keyOf(''))

/** What the key of an unsent form begins with, which visitors keep as well. */
export const draftPrefix = 'searchDraft:'

/** Keeps something in this tab for the person whose it is, over visits to other pages and reloads. */
export function keepForTab(name: string, owner: string, value: unknown) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ owner, value }))
  } catch {
    // A browser that keeps nothing loses it on reload, and nothing else.
  }
}

/** What this tab keeps for this person, if it does. */
export function keptForTab<Value>(name: string, owner: string, schema: z.ZodType<Value>): Value | undefined {
  const kept = z.object({ owner: z.literal(owner), value: schema })
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '')).value
  } catch {
    return undefined
  }
}

/** Forgets everything that this tab keeps for anyone. */
export const forgetKept = () => removeItems(isKey)

/** Forgets that and unsent forms: a session has ended. */
export const forgetKeptAndDrafts = () => removeItems((key) => isKey(key) || key.startsWith(draftPrefix))

function removeItems(isMeant: (key: string) => boolean) {
  try {
    for (const key of Object.keys(sessionStorage).filter(isMeant)) sessionStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}

/** All that this tab keeps, as another tab would take it over. */
export function keptEntries(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(sessionStorage).filter(([key]) => isKey(key)))
  } catch {
    return {}
  }
}

/** Keeps what another tab of this portal keeps. */
export function takeEntries(entries: Record<string, string>) {
  try {
    for (const [key, text] of Object.entries(entries)) if (isKey(key)) sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing takes nothing over either.
  }
}

const owners = createContext('')

/** Says for whom the pages below keep what they keep. */
export const KeptForProvider = owners.Provider

/** A value as `useState` would give it, kept in this tab; `name` tells it from others, `schema` and `initial` are constant. */
export function useKeptForTab<Value>(
  name: string,
  schema: z.ZodType<Value>,
  initial: Value,
): [value: Value, keep: (value: Value) => void] {
  const owner = useContext(owners)
  const [value, setValue] = useState(() => keptForTab(name, owner, schema) ?? initial)
  const keep = (next: Value) => {
    setValue(next)
    keepForTab(name, owner, next)
  }
  return [value, keep]
}
