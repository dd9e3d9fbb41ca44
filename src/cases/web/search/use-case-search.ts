import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailed } from '#platform/web/call.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { firstView } from '#platform/web/table/use-paged-table.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { messages } from '../../messages.ts'
import { keepSearch, keptSearch } from './kept-search.ts'
import type { Faults, SearchKind } from './search-kinds.ts'
import { type Client, type ClientsChosen, codesOf } from './search-values.ts'

/** The clients that can be searched, undefined while they are on their way or could not be fetched. */
export type ClientOffer = { clients: readonly Client[] | undefined; isFailed: boolean; retry: () => void }

/** Who searches, and in which clients. */
export type Searcher = { owner: string; offer: ClientOffer }

export type CaseSearch<Values extends ClientsChosen> = ReturnType<typeof useCaseSearch<Values>>

/**
 * From a form to results, kept over visits to other pages. A search that still runs gives way to another one only when
 * the reader says so; what nobody waits for any more is cancelled.
 */
export function useCaseSearch<Values extends ClientsChosen>(
  kind: SearchKind<Values>,
  { owner, offer, offer: { clients } }: Searcher,
) {
  const { values, setValues, submitted, setSubmitted } = useKeptSearch(kind, owner)
  const [refusals, setRefusals] = useState(0)
  const [view, setView] = useState(() => firstView('patientName'))
  const results = useResults(kind, { owner, clients }, submitted)
  const { instead, propose, decline } = useReplacement<Values>(results)

  const found: Faults<Values> = clients ? kind.faultsOf(values, codesOf(values, clients)) : {}
  const start = (next: Values) => {
    decline()
    setView(firstView('patientName'))
    if (isSame(next, submitted)) void results.refetch()
    else setSubmitted(next)
  }
  const submit = () => {
    if (!clients) return showError(messages.clientsNotReady)
    if (Object.keys(found).length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    if (!results.isFetching) start(values)
    else if (!isSame(values, submitted)) propose(values)
  }
  const cancel = () => setSubmitted(undefined)
  const reset = () => {
    cancel()
    setRefusals(0)
    setValues(kind.empty)
  }
  return {
    ...{ kind, offer, values, faults: shownFaults(found, refusals), refusals, results, view, setView },
    isWaiting: submitted !== undefined && (results.isFetching || (!clients && !offer.isFailed)),
    isAsking: instead !== undefined,
    change: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    proceed: () => instead && start(instead),
    ...{ submit, cancel, reset, decline },
  }
}

/** What the form holds and what was searched for, as the tab keeps them. */
function useKeptSearch<Values extends ClientsChosen>(kind: SearchKind<Values>, owner: string) {
  const [kept] = useState(() => keptSearch(kind, owner))
  const [values, setValues] = useState(kept?.values ?? kind.empty)
  const [submitted, setSubmitted] = useState(kept?.submitted)
  useEffect(() => keepSearch(kind.name, owner, { values, submitted }), [kind, owner, values, submitted])
  return { values, setValues, submitted, setSubmitted }
}

type Running = { isFetching: boolean; dataUpdatedAt: number; errorUpdatedAt: number }

/** The search that waits for the reader's word while another one runs; forgotten as soon as that one has ended. */
function useReplacement<Values>({ isFetching, dataUpdatedAt, errorUpdatedAt }: Running) {
  const settledAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  const [proposed, setProposed] = useState<{ values: Values; settledAt: number }>()
  return {
    instead: isFetching && proposed?.settledAt === settledAt ? proposed.values : undefined,
    propose: (values: Values) => setProposed({ values, settledAt }),
    decline: () => setProposed(undefined),
  }
}

/** Nothing is said at the fields before the first search that they refused. */
const shownFaults = <Values>(found: Faults<Values>, refusals: number): Faults<Values> =>
  refusals > 0 ? found : {}

function useResults<Values extends ClientsChosen>(
  kind: SearchKind<Values>,
  { owner, clients }: { owner: string; clients: readonly Client[] | undefined },
  submitted: Values | undefined,
) {
  const codes = submitted && clients ? codesOf(submitted, clients) : undefined
  const results = useQuery({
    queryKey: ['cases', kind.name, owner, submitted, codes],
    queryFn: submitted && codes ? ({ signal }) => kind.find(submitted, codes, signal) : skipToken,
  })
  const { error, errorUpdatedAt } = results
  useErrorNotice({ isError: error instanceof CallFailed, errorUpdatedAt }, kind.failed)
  return results
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
