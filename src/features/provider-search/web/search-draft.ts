import { z } from 'zod'
import { draftPrefix } from '#platform/web/tab-storage.ts'
import { type SearchValues, searchValues } from './search-values.ts'

const draft = z.object({ address: z.string(), values: searchValues })
/** The search in the URL, without the view: a draft belongs to one search. */
function pageSearch() {
  const params = new URLSearchParams(location.search)
  params.delete('view')
  return params.toString()
}
const draftKey = (searchCode: string) => `${draftPrefix}${searchCode}`

/** Stores unsent input for this URL in this tab. */
export function saveDraft(searchCode: string, values: SearchValues) {
  try {
    sessionStorage.setItem(draftKey(searchCode), JSON.stringify({ address: pageSearch(), values }))
  } catch {
    // Without storage, a reload loses the draft; everything else works.
  }
}

/** The input stored for this URL before the page was reloaded. */
export function loadDraft(searchCode: string): SearchValues | undefined {
  try {
    const stored = draft.parse(JSON.parse(sessionStorage.getItem(draftKey(searchCode)) ?? ''))
    return stored.address === pageSearch() ? stored.values : undefined
  } catch {
    return undefined
  }
}
