import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { ClientsChosen } from '#platform/web/client-search/client-selection.ts'
import type { ClientSearch } from '#platform/web/client-search/use-client-search.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import type { CaseSearchKind, Found } from './search/search-configs.ts'

/** A search for cases, from its form to what it found. */
export type CaseSearch<Values extends ClientsChosen> = ClientSearch<Values, Found> & {
  kind: CaseSearchKind<Values>
}

/** What the pages below a search have of it. */
export type FoundCases = Pick<
  CaseSearch<ClientsChosen>,
  'offer' | 'results' | 'isWaiting' | 'isEarlier' | 'view' | 'setView'
> & {
  search: Pick<CaseSearch<ClientsChosen>['kind'], 'path' | 'title' | 'sizeKey' | 'failed' | 'nothing'>
  form: ReactNode
  /** How far down the results were read when a case was opened from them, in pixels. */
  place: number | undefined
  setPlace: (place: number) => void
  /** Whether the client has summaries of cases. */
  hasSummaries: boolean
  onOpen: OpenDocument
}

const context = createContext<FoundCases | undefined>(undefined)

export const FoundCasesProvider = context.Provider

/** The search above a page. Throws where there is none. */
export function useFoundCases(): FoundCases {
  const found = useContext(context)
  if (!found) throw new Error('No search for cases stands above this page.')
  return found
}
