import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ApiError } from '../api-client.ts'
import { showError, useErrorNotice } from '../error-notice.tsx'
import { staffPrefix, tabStore } from '../storage.ts'
import { firstView, listView } from '../table/use-data-table.ts'
import {
  type AvailableClients,
  type Client,
  type ClientSelection,
  selectedCodes,
} from './client-selection.ts'

type FieldErrors<Values> = Partial<Record<keyof Values, string>>

/** What distinguishes one kind of client search from another. */
export type SearchKind<Values extends ClientSelection, Found> = {
  /** The name of the search in tab storage. */
  name: string
  values: z.ZodType<Values>
  empty: Values
  validate: (values: Values, codes: readonly string[]) => FieldErrors<Values>
  find: (values: Values, codes: string[], signal: AbortSignal) => Promise<Found>
  failed: string
  /** The initial sort column of the results. */
  sortedBy: string
}

/** The user and the clients to search. */
export type SearchContext = { owner: string; offer: AvailableClients }

export type MultiClientSearch<Values extends ClientSelection, Found = unknown> = ReturnType<
  typeof useMultiClientSearch<Values, Found>
>

/**
 * The state of a search from form to results, kept while the user visits other pages. A running search is
 * replaced only after confirmation; unneeded requests are cancelled.
 */
export function useMultiClientSearch<Values extends ClientSelection, Found>(
  kind: SearchKind<Values, Found>,
  { owner, offer, offer: { clients } }: SearchContext,
) {
  const { values, setValues, submitted, setSubmitted, view, setView } = useStoredSearch(kind, owner)
  const [rejections, setRejections] = useState(0)
  const results = useResults(kind, { owner, clients }, submitted)
  const [instead, setInstead] = useState<Values>()

  const found: FieldErrors<Values> = clients ? kind.validate(values, selectedCodes(values, clients)) : {}
  const start = (next: Values) => {
    setInstead(undefined)
    setView(firstView(kind.sortedBy))
    void (isSame(next, submitted) ? results.refetch() : setSubmitted(next))
  }
  const submit = () => {
    if (!clients) return showError(clientSearchMessages.clientsNotReady)
    if (Object.keys(found).length > 0) return setRejections(rejections + 1)
    setRejections(0)
    if (!results.isFetching) start(values)
    else if (!isSame(values, submitted)) setInstead(values)
  }
  const cancel = () => setSubmitted(undefined)
  const reset = () => {
    cancel()
    setRejections(0)
    setValues(kind.empty)
  }
  return {
    ...{ kind, offer, values, errors: visibleErrors(found, rejections), rejections, results, view, setView },
    isWaiting: submitted !== undefined && (results.isFetching || (!clients && !offer.isFailed)),
    /** Whether the results belong to a different search than the form. */
    isEarlier: !isSame(values, submitted),
    isAsking: instead !== undefined,
    change: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    proceed: () => instead && start(instead),
    decline: () => setInstead(undefined),
    ...{ submit, cancel, reset },
  }
}

/** The form values, the search and the results page, as stored in the tab. */
function useStoredSearch<Values extends ClientSelection>(kind: SearchKind<Values, unknown>, owner: string) {
  const store = useMemo(() => searchStore(kind, owner), [kind, owner])
  const [stored] = useState(store.get)
  const [values, setValues] = useState(stored?.values ?? kind.empty)
  const [submitted, setSubmitted] = useState(stored?.submitted)
  const [view, setView] = useState(stored?.view ?? firstView(kind.sortedBy))
  useEffect(() => store.set({ values, submitted, view }), [store, values, submitted, view])
  return { values, setValues, submitted, setSubmitted, view, setView }
}

/** Shows field errors only after the first rejected search. */
const visibleErrors = <Values>(found: FieldErrors<Values>, rejections: number): FieldErrors<Values> =>
  rejections > 0 ? found : {}

function useResults<Values extends ClientSelection, Found>(
  kind: SearchKind<Values, Found>,
  { owner, clients }: { owner: string; clients: readonly Client[] | undefined },
  submitted: Values | undefined,
) {
  const codes = submitted && clients ? selectedCodes(submitted, clients) : undefined
  const results = useQuery({
    queryKey: ['search', kind.name, owner, submitted, codes],
    queryFn: submitted && codes ? ({ signal }) => kind.find(submitted, codes, signal) : skipToken,
    // A repeated search must return fresh results.
    gcTime: 0,
  })
  const { error, errorUpdatedAt } = results
  useErrorNotice({ isError: error instanceof ApiError, errorUpdatedAt }, kind.failed)
  return results
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Stores the form values, the last search, and the page and sort order of its results in this tab. */
const searchStore = <Values extends ClientSelection>(
  { name, values }: { name: string; values: z.ZodType<Values> },
  owner: string,
) =>
  tabStore(staffPrefix + name, z.object({ values, submitted: values.optional(), view: listView }), { owner })
