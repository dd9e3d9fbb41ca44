import { z } from 'zod'
import { type SearchValues, searchValues } from './search-values.ts'

const draft = z.object({ address: z.string(), values: searchValues })
const keyOf = (searchCode: string) => `searchDraft:${searchCode}`

/** Keeps what is being typed at an address of the page, in this tab alone. */
export function keepDraft(searchCode: string, values: SearchValues) {
  try {
    sessionStorage.setItem(keyOf(searchCode), JSON.stringify({ address: location.search, values }))
  } catch {
    // A browser that keeps nothing loses the draft on reload, and nothing else.
  }
}

/** What was being typed here before the page was loaded again. */
export function draftFor(searchCode: string): SearchValues | undefined {
  try {
    const kept = draft.parse(JSON.parse(sessionStorage.getItem(keyOf(searchCode)) ?? ''))
    return kept.address === location.search ? kept.values : undefined
  } catch {
    return undefined
  }
}
