import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { OpenDocument } from '#platform/web/document/document-request.ts'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import type { MultiClientSearch } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import type { CaseSearchKind, Found } from './search/case-search-kinds.ts'

/** The state of a case search: form, query and results. */
export type CaseSearch<Values extends ClientSelection> = MultiClientSearch<Values, Found> & {
  kind: CaseSearchKind<Values>
}

/** The state that a case search provides to its pages. */
export type CaseSearchState = Pick<
  CaseSearch<ClientSelection>,
  'offer' | 'results' | 'submitted' | 'isWaiting' | 'isEarlier' | 'isCollapsed' | 'view' | 'setView'
> & {
  search: Pick<CaseSearch<ClientSelection>['kind'], 'path' | 'title' | 'sizeKey' | 'failed' | 'nothing'>
  form: ReactNode
  /** Scroll position of the search page, in pixels, when a case was opened from it. */
  scrollPosition: number | undefined
  setScrollPosition: (scrollPosition: number) => void
  /** Whether the client has case summaries. */
  hasSummaries: boolean
  /** The name of the client that the tab shows to internal staff. */
  shownClient?: string | undefined
  /** Whether the person can open a case outside their codes in an emergency. */
  opensInEmergency?: boolean | undefined
  /** Opens the search box, which finds misspelled names too, with a text. */
  onFind?: (text: string) => void
  onOpen: OpenDocument
}

const context = createContext<CaseSearchState | undefined>(undefined)

export const CaseSearchContext = context.Provider

/** Returns the state of the surrounding provider. Throws if there is none. */
export function useCaseSearch(): CaseSearchState {
  const found = useContext(context)
  if (!found) throw new Error('This page is not inside a case search provider.')
  return found
}
