import { Title } from '@mantine/core'
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import {
  type SearchContext,
  useMultiClientSearch,
} from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { PageTitle } from '#platform/web/static-page.tsx'
import type { ListView } from '#platform/web/table/use-data-table.ts'
import {
  type CaseSearch,
  CaseSearchContext,
  type CaseSearchState,
  useCaseSearch,
} from './case-search-context.ts'
import classes from './cases.module.css'
import { CaseResults } from './results/case-results.tsx'
import { ActivityForm, PatientSearchForm } from './search/case-search-form.tsx'
import { currentActivity, patientSearch, rememberOrder } from './search/case-search-kinds.ts'

/** A case search: form and results. */
export function CaseSearchPage() {
  const { search, form, scrollPosition } = useCaseSearch()
  const restoreScroll = useEffectEvent(
    () => scrollPosition !== undefined && window.scrollTo(0, scrollPosition),
  )
  // If the user did not come back from a case, the router scrolls to the top afterward.
  useLayoutEffect(() => void restoreScroll(), [])
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {form}
      <CaseResults />
    </article>
  )
}

type ProviderProps = SearchContext &
  Pick<CaseSearchState, 'hasSummaries' | 'shownClient' | 'opensInEmergency' | 'onFind' | 'onOpen'> & {
    children: ReactNode
  }

/** Keeps the state of a patient search while the user moves between the search and its cases. */
export function PatientSearchProvider({ children, ...props }: ProviderProps) {
  const search = { ...useMultiClientSearch(patientSearch, props), kind: patientSearch }
  return (
    <CaseSearchProvider {...props} search={search} form={<PatientSearchForm search={search} />}>
      {children}
    </CaseSearchProvider>
  )
}

/** Keeps the state of a current-activity search in the same way. */
export function CurrentActivityProvider({ children, ...props }: ProviderProps) {
  const found = useMultiClientSearch(currentActivity, props)
  const setView = (view: ListView) => {
    const isReordered = rememberOrder(view)
    found.setView(view)
    // Of too many cases, the server returns the first ones in this order.
    if (isReordered && found.results.data?.notice) void found.results.refetch()
  }
  const search = { ...found, setView, kind: currentActivity }
  return (
    <CaseSearchProvider {...props} search={search} form={<ActivityForm search={search} />}>
      {children}
    </CaseSearchProvider>
  )
}

type InnerProps<Values extends ClientSelection> = Omit<ProviderProps, keyof SearchContext> & {
  search: CaseSearch<Values>
  form: ReactNode
}

function CaseSearchProvider<Values extends ClientSelection>({
  search,
  children,
  ...rest
}: InnerProps<Values>) {
  const { kind, offer, results, submitted, isWaiting, isEarlier, isCollapsed, view, setView } = search
  const [scrollPosition, setScrollPosition] = useState<number>()
  const { path, title, sizeKey, failed, nothing } = kind
  const state = {
    offer,
    results,
    submitted,
    isWaiting,
    isEarlier,
    isCollapsed,
    view,
    setView,
    scrollPosition,
    setScrollPosition,
    search: { path, title, sizeKey, failed, nothing },
  }
  return <CaseSearchContext value={{ ...state, ...rest }}>{children}</CaseSearchContext>
}
