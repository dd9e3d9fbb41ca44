import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { ClientSelection } from '#platform/web/client-search/client-selection.ts'
import type { ClientSearch } from '#platform/web/client-search/use-client-search.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import type { CaseSearchKind, Found } from './search/search-configs.ts'

/** The state of a case search: form, query and results. */
export type CaseSearch<Values extends ClientSelection> = ClientSearch<Values, Found> & {
  kind: CaseSearchKind<Values>
}

/** What a case search provides to the pages below it. */
export type FoundCases = Pick<
  CaseSearch<ClientSelection>,
  'offer' | 'results' | 'isWaiting' | 'isEarlier' | 'view' | 'setView'
> & {
  search: Pick<CaseSearch<ClientSelection>['kind'], 'path' | 'title' | 'sizeKey' | 'failed' | 'nothing'>
  form: ReactNode
  /** Scroll position of the results when a case was opened from them, in pixels. */
  place: number | undefined
  setPlace: (place: number) => void
  /** Whether the client has case summaries. */
  hasSummaries: boolean
  onOpen: OpenDocument
}

const context = createContext<FoundCases | undefined>(undefined)

export const FoundCasesProvider = context.Provider

/** Returns the search of the surrounding provider. Throws if there is none. */
export function useFoundCases(): FoundCases {
  const found = useContext(context)
  if (!found) throw new Error('No search for cases stands above this page.')
  return found
}
