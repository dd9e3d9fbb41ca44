import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { OpenDocument } from '#platform/web/document-opener.ts'
import type { ClientsChosen } from './search/search-values.ts'
import type { CaseSearch } from './search/use-case-search.ts'

/** What the pages below a search have of it. */
export type FoundCases = Pick<
  CaseSearch<ClientsChosen>,
  'offer' | 'results' | 'isWaiting' | 'view' | 'setView'
> & {
  search: Pick<CaseSearch<ClientsChosen>['kind'], 'path' | 'title' | 'sizeKey' | 'failed' | 'nothing'>
  form: ReactNode
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
