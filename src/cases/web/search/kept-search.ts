import { z } from 'zod'
import { type SearchName, searchNames } from '../case-pages.ts'
import type { SearchKind } from './search-kinds.ts'
import type { ClientsChosen } from './search-values.ts'

/** What the form holds, and what was last searched for. */
export type KeptSearch<Values> = { values: Values; submitted?: Values | undefined }

/** Keeps a search in this tab for the person who made it, over visits to other pages and reloads. */
export function keepSearch<Values>(name: SearchName, owner: string, search: KeptSearch<Values>) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ owner, ...search }))
  } catch {
    // A browser that keeps nothing loses the search on reload, and nothing else.
  }
}

/** The search of this person that the tab keeps, if it does. */
export function keptSearch<Values extends ClientsChosen>(
  { name, values }: SearchKind<Values>,
  owner: string,
): KeptSearch<Values> | undefined {
  const kept = z.object({ owner: z.literal(owner), values, submitted: values.optional() })
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(name) ?? ''))
  } catch {
    return undefined
  }
}

/** Forgets what was searched for in this tab. */
export function forgetSearches() {
  try {
    for (const name of searchNames) sessionStorage.removeItem(name)
  } catch {
    // Blocked: nothing was kept.
  }
}
