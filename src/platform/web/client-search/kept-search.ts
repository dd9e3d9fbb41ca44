import { z } from 'zod'
import type { ClientsChosen } from './client-choice.ts'

/** What the form holds, and what was last searched for. */
export type KeptSearch<Values> = { values: Values; submitted?: Values | undefined }

type Keeping<Values> = {
  /** Where session storage keeps the search. */ name: string
  values: z.ZodType<Values>
}

const keyOf = (name: string) => `search ${name}`
const isKey = (key: string) => key.startsWith(keyOf(''))

/** Keeps a search in this tab for the person who made it, over visits to other pages and reloads. */
export function keepSearch<Values>(name: string, owner: string, search: KeptSearch<Values>) {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ owner, ...search }))
  } catch {
    // A browser that keeps nothing loses the search on reload, and nothing else.
  }
}

/** The search of this person that the tab keeps, if it does. */
export function keptSearch<Values extends ClientsChosen>(
  { name, values }: Keeping<Values>,
  owner: string,
): KeptSearch<Values> | undefined {
  const kept = z.object({ owner: z.literal(owner), values, submitted: values.optional() })
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? ''))
  } catch {
    return undefined
  }
}

/** Forgets what was searched for in this tab. */
export function forgetSearches() {
  try {
    for (const key of Object.keys(sessionStorage).filter(isKey)) sessionStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}
