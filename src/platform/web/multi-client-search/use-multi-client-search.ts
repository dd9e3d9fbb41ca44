import { hashKey, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ApiError } from '../api-client.ts'
import { draftStore } from '../drafts/draft-storage.ts'
import { showError, useErrorNotice } from '../error-notice.tsx'
import { type FieldErrors, useAppForm, useFormValues, withFieldErrors } from '../form/use-app-form.ts'
import { staffPrefix, tabStore } from '../storage.ts'
import { type ListView, listView } from '../table/use-data-table.ts'
import {
  type AvailableClients,
  type Client,
  type ClientSelection,
  searchQueryKey,
  selectedCodes,
} from './client-selection.ts'

/** What distinguishes one kind of client search from another. */
export type SearchKind<Values extends ClientSelection, Found> = {
  /** The name of the search in tab storage. */
  name: string
  values: z.ZodType<Values, object>
  empty: Values
  /** The search that runs when the page opens for the first time; without it, the page opens with an empty form. */
  opensWith?: () => Values
  validate: (values: Values, codes: readonly string[]) => FieldErrors<Values>
  find: (values: Values, codes: string[], signal: AbortSignal) => Promise<Found>
  /** The number of rows found. Once there are any, the form gives way to its summary. */
  countRows(found: Found): number
  failed: string
  /** The first page and sort order of the results. */
  firstView: () => ListView
}

/** The user and the clients to search. */
export type SearchContext = { owner: string; offer: AvailableClients }

export type MultiClientSearch<Values extends ClientSelection, Found = unknown> = ReturnType<
  typeof useMultiClientSearch<Values, Found>
>

/**
 * The state of a search from form to results, kept while the user visits other pages. A running search is
 * replaced only after confirmation; unneeded requests are canceled.
 */
export function useMultiClientSearch<Values extends ClientSelection, Found>(
  kind: SearchKind<Values, Found>,
  { owner, offer, offer: { clients } }: SearchContext,
) {
  const { form, values, submitted, setSubmitted, view, setView } = useStoredSearch(kind, { owner, clients })
  const { results, queryKey } = useResults(kind, { owner, clients }, submitted)
  useUnanswered(kind, owner, { submitted, ...results })
  const [editing, setEditing] = useEditing(submitted === undefined, results, kind)
  const isEarlier = !isSame(values, submitted)
  const isCollapsed = editing === 'closed' && !isEarlier && submitted !== undefined && !offer.isFailed

  const start = (next: Values) => {
    setView(kind.firstView())
    void (isSame(next, submitted) ? results.refetch() : setSubmitted(next))
  }
  const { submit, ...replacement } = useSubmit({ hasClients: !!clients, results, submitted, start })
  /** Changes some values and searches at once. */
  const searchWith = (changes: Partial<Values>) => {
    form.change(changes)
    if (isCollapsed) submit({ ...values, ...changes })
    else void form.handleSubmit(submitForm)()
  }
  const submitForm = (next: Values) => {
    setEditing('submitted')
    submit(next)
  }
  const cancel = () => setSubmitted(undefined)
  const reset = () => {
    cancel()
    setEditing('open')
    form.reset(kind.empty)
  }
  return {
    kind,
    offer,
    form,
    values,
    errors: form.errors,
    change: form.change,
    fieldId: form.fieldId,
    results,
    view,
    setView,
    /** The key of the cached results. */
    queryKey,
    /** The search that the results belong to. */
    submitted,
    isWaiting: submitted !== undefined && (results.isFetching || (!clients && !offer.isFailed)),
    /** Whether the results belong to a different search than the form. */
    isEarlier,
    /** Whether a summary of the search stands in for the form. */
    isCollapsed,
    edit: () => setEditing('open'),
    ...replacement,
    submit: submitForm,
    searchWith,
    cancel,
    reset,
  }
}

type Submit<Values> = {
  hasClients: boolean
  results: { isFetching: boolean }
  submitted: Values | undefined
  start: (next: Values) => void
}

/** Starts searches, and asks before one replaces the running one. */
function useSubmit<Values extends ClientSelection>({
  hasClients,
  results,
  submitted,
  start,
}: Submit<Values>) {
  const [instead, setInstead] = useState<Values>()
  const begin = (next: Values) => {
    setInstead(undefined)
    start(next)
  }
  const submit = (next: Values) => {
    if (!hasClients) showError(clientSearchMessages.clientsNotReady)
    else if (!results.isFetching) begin(next)
    else if (!isSame(next, submitted)) setInstead(next)
  }
  return {
    submit,
    isAsking: instead !== undefined,
    proceed: () => instead && begin(instead),
    decline: () => setInstead(undefined),
  }
}

/** Whether the form is open for editing. Once submitted, it closes when its search has found something. */
function useEditing<Found>(
  isOpen: boolean,
  { isFetching, isError, data }: { isFetching: boolean; isError: boolean; data: Found | undefined },
  { countRows }: { countRows: (found: Found) => number },
) {
  const [editing, setEditing] = useState<'open' | 'submitted' | 'closed'>(isOpen ? 'open' : 'closed')
  const [wasFetching, setWasFetching] = useState(isFetching)
  if (isFetching !== wasFetching) {
    setWasFetching(isFetching)
    const isDone = editing === 'submitted' && !isFetching && !isError
    if (isDone && data !== undefined && hasRows(() => countRows(data))) setEditing('closed')
  }
  return [editing, setEditing] as const
}

/** Unreadable results count as none; the results area says what is wrong with them. */
function hasRows(count: () => number): boolean {
  try {
    return count() > 0
  } catch {
    return false
  }
}

type Searcher = { owner: string; clients: readonly Client[] | undefined }

/** The form, the search and the results page, as stored in the tab. Without clients, nothing is validated. */
function useStoredSearch<Values extends ClientSelection>(
  kind: SearchKind<Values, unknown>,
  { owner, clients }: Searcher,
) {
  const store = useMemo(() => searchStore(kind, owner), [kind, owner])
  const [initial] = useState(() => {
    const values = kind.opensWith
    return (
      store.get() ??
      unansweredStore(kind, owner).get() ??
      (values && { values: values(), submitted: values(), view: kind.firstView() })
    )
  })
  const form = useAppForm<Values>({
    schema: withFieldErrors(kind.values, (values) =>
      clients ? kind.validate(values, selectedCodes(values, clients)) : {},
    ),
    defaultValues: initial?.values ?? kind.empty,
    idPrefix: 'search',
  })
  const values = useFormValues(form)
  const [submitted, setSubmitted] = useState(initial?.submitted)
  const [view, changeView] = useState(initial?.view ?? kind.firstView())
  useEffect(() => store.set({ values, submitted, view }), [store, values, submitted, view])
  const setView: (next: ListView) => void = changeView
  return { form, values, submitted, setSubmitted, view, setView }
}

function useResults<Values extends ClientSelection, Found>(
  kind: SearchKind<Values, Found>,
  { owner, clients }: Searcher,
  submitted: Values | undefined,
) {
  const codes = submitted && clients ? selectedCodes(submitted, clients) : undefined
  const queryKey = [...searchQueryKey(kind.name), owner, submitted, codes]
  const results = useQuery({
    queryKey,
    queryFn: submitted && codes ? ({ signal }) => kind.find(submitted, codes, signal) : skipToken,
    // A repeated search must return fresh results.
    gcTime: 0,
    // Comparing thousands of rows with their earlier versions would block the page, and copy those that have moved.
    structuralSharing: false,
  })
  const { error, errorUpdatedAt } = results
  useErrorNotice({ isError: error instanceof ApiError, errorUpdatedAt }, kind.failed)
  return { results, queryKey }
}

/**
 * Keeps a search as a draft until it is answered, so that one sent after the end of the session runs once the person has
 * signed in again. A failed one stays.
 */
function useUnanswered<Values extends ClientSelection>(
  kind: SearchKind<Values, unknown>,
  owner: string,
  search: { submitted: Values | undefined; isFetching: boolean; isSuccess: boolean },
) {
  const { submitted, isFetching, isSuccess } = search
  useEffect(() => {
    const store = unansweredStore(kind, owner)
    if (!submitted || (isSuccess && !isFetching)) store.remove()
    else if (isFetching) store.set({ values: submitted, submitted, view: kind.firstView() })
  }, [kind, owner, submitted, isFetching, isSuccess])
}

/** Whether two searches are the same, whatever the order of their fields. */
const isSame = (one: unknown, other: unknown) => hashKey([one]) === hashKey([other])

/** Stores the form values, the last search, and the page and sort order of its results in this tab. */
export const searchStore = <Values extends ClientSelection>(
  { name, values }: Pick<SearchKind<Values, unknown>, 'name' | 'values'>,
  owner: string,
) => tabStore(staffPrefix + name, storedSearch(values), { owner })

const unansweredStore = <Values extends ClientSelection>(
  { name, values }: Pick<SearchKind<Values, unknown>, 'name' | 'values'>,
  owner: string,
) => draftStore(owner, `search ${name}`, storedSearch(values))

const storedSearch = <Values extends ClientSelection>(values: z.ZodType<Values, object>) =>
  z.object({ values, submitted: values.optional(), view: listView })
