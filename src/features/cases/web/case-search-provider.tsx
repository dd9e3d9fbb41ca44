import { type ReactNode, useState } from 'react'
import type { ClientSelection } from '#platform/web/client-search/client-selection.ts'
import { type SearchContext, useClientSearch } from '#platform/web/client-search/use-client-search.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { type CaseSearch, FoundCasesProvider } from './case-search-context.ts'
import { ActivityForm } from './search/activity-form.tsx'
import { PatientSearchForm } from './search/patient-search-form.tsx'
import { currentActivity, patientSearch } from './search/search-configs.ts'

type ShellProps = SearchContext & { hasSummaries: boolean; onOpen: OpenDocument; children: ReactNode }

/** Keeps the search state while users move between a patient search and its cases. */
export function PatientSearchShell({ children, ...props }: ShellProps) {
  const search = { ...useClientSearch(patientSearch, props), kind: patientSearch }
  return (
    <Shell {...props} search={search} form={<PatientSearchForm search={search} />}>
      {children}
    </Shell>
  )
}

/** The same for current activity. */
export function CurrentActivityShell({ children, ...props }: ShellProps) {
  const search = { ...useClientSearch(currentActivity, props), kind: currentActivity }
  return (
    <Shell {...props} search={search} form={<ActivityForm search={search} />}>
      {children}
    </Shell>
  )
}

type InnerProps<Values extends ClientSelection> = Omit<ShellProps, keyof SearchContext> & {
  search: CaseSearch<Values>
  form: ReactNode
}

function Shell<Values extends ClientSelection>({ search, children, ...rest }: InnerProps<Values>) {
  const { kind, offer, results, isWaiting, isEarlier, view, setView } = search
  const [place, setPlace] = useState<number>()
  const { path, title, sizeKey, failed, nothing } = kind
  const found = {
    offer,
    results,
    isWaiting,
    isEarlier,
    view,
    setView,
    place,
    setPlace,
    search: { path, title, sizeKey, failed, nothing },
  }
  return <FoundCasesProvider value={{ ...found, ...rest }}>{children}</FoundCasesProvider>
}
