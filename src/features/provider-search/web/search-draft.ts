import { z } from 'zod'
import { draftPrefix } from '#platform/web/tab-storage.ts'
import { type SearchValues, searchValues } from './search-values.ts'

const draft = z.object({ address: z.string(), values: searchValues })
/** Where on the page something is typed: at which search, however its results are viewed. */
function pageSearch() {
  const params = new URLSearchParams(location.search)
  params.delete('view')
  return params.toString()
}
const draftKey = (searchCode: string) => `${draftPrefix}${searchCode}`

/** Keeps what is being typed at an address of the page, in this tab alone. */
export function saveDraft(searchCode: string, values: SearchValues) {
  try {
    sessionStorage.setItem(draftKey(searchCode), JSON.stringify({ address: pageSearch(), values }))
  } catch {
    // A browser that keeps nothing loses the draft on reload, and nothing else.
  }
}

/** What was being typed here before the page was loaded again. */
export function loadDraft(searchCode: string): SearchValues | undefined {
  try {
    const stored = draft.parse(JSON.parse(sessionStorage.getItem(draftKey(searchCode)) ?? ''))
    return stored.address === pageSearch() ? stored.values : undefined
  } catch {
    return undefined
  }
}
