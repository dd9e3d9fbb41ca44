import { Alert, Checkbox, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { ClientFields } from '#platform/web/multi-client-search/client-fields.tsx'
import { selectedCodes } from '#platform/web/multi-client-search/client-selection.ts'
import { MultiClientSearchForm } from '#platform/web/multi-client-search/multi-client-search-form.tsx'
import {
  type SearchContext,
  useMultiClientSearch,
} from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { ResultsArea } from '#platform/web/results-area.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { queueEmailKey, readQueueEmail, setQueueEmail } from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { AuthorizationNav } from './authorization-nav.tsx'
import classes from './authorizations.module.css'
import { PendingList } from './list/pending-list.tsx'
import { Reviewing, useQueue } from './list/use-queue.ts'
import { type PendingSearch, pendingSearch, type RequestedBill } from './pending-query.ts'
import { listId } from './review/use-restore-focus.ts'

const labels = { clients: clientSearchMessages.clients }

type AuthorizationsProps = SearchContext &
  RequestedBill & {
    /** Whether the session can send requests in the background. */
    hasLiveToken?: () => boolean
  }

const alwaysLive = () => true

/** The Authorization Pending page: client chooser and list. */
export function Authorizations({
  openItn,
  onOpened,
  hasLiveToken = alwaysLive,
  ...searcher
}: AuthorizationsProps) {
  const search = useMultiClientSearch(pendingSearch, searcher)
  const { queryKey, results, submitted, offer } = search
  const clients = submitted && offer.clients && selectedCodes(submitted, offer.clients)
  const reviewing = useQueue({ queryKey, data: results.data, clients, hasLiveToken })
  const namesByItn = useMemo(() => new Map(reviewing?.map(({ itn, names }) => [itn, names])), [reviewing])
  const searchedItn = useSearchOfAllClients(search, openItn)
  const requested = useMemo(() => ({ openItn: searchedItn, onOpened }), [searchedItn, onOpened])
  return (
    <article className={classes.page}>
      <PageTitle>{messages.page}</PageTitle>
      <div className={classes.head}>
        <Title order={1}>{messages.page}</Title>
        <ListStatus {...search.results} />
        <AuthorizationNav current="pending" />
      </div>
      <MultiClientSearchForm search={search} labels={labels} submit={messages.submit}>
        <ClientFields {...search} />
      </MultiClientSearchForm>
      <Reviewing value={namesByItn}>
        <PendingResults
          owner={searcher.owner}
          hasLiveToken={hasLiveToken}
          search={search}
          requested={requested}
        />
      </Reviewing>
    </article>
  )
}

/** How many authorizations are pending, and since when that is known. */
function ListStatus({ data, dataUpdatedAt }: PendingSearch['results']) {
  const count = data?.bills.length ?? 0
  return (
    <p className={classes.found}>
      <span role="status">{count > 0 && messages.waiting(count)}</span>{' '}
      {count > 0 && <span>{messages.asOf(formatInstant(dataUpdatedAt))}</span>}
    </p>
  )
}

/** Searches all clients, once, for a requested bill. Returns its ITN as soon as that search has begun. */
function useSearchOfAllClients({ form, kind, offer, submit }: PendingSearch, openItn: string | undefined) {
  const [searchedItn, setSearchedItn] = useState<string>()
  if (openItn === undefined && searchedItn !== undefined) setSearchedItn(undefined)
  useEffect(() => {
    if (openItn === undefined || !offer.clients || openItn === searchedItn) return
    setSearchedItn(openItn)
    form.reset(kind.empty)
    submit(kind.empty)
  })
  return openItn === searchedItn ? openItn : undefined
}

/** The heights of the parts of the list: the parts of the queue, the filters and the rows. */
const listHeights = [52, 60, ...Array<number>(10).fill(24)]

type PendingResultsProps = {
  owner: string
  hasLiveToken: () => boolean
  search: PendingSearch
  requested: RequestedBill
}

/**
 * The area below the client chooser: empty, loading, error, nothing pending, or the list. A new list renders in the
 * background, in short tasks, so that thousands of bills do not block the page.
 */
function PendingResults({ owner, hasLiveToken, search, requested }: PendingResultsProps) {
  const { results, submitted, isWaiting, view, setView } = search
  const { data, isError, dataUpdatedAt } = results
  const loaded = useMemo(() => data && { pendingBills: data, loadedAt: dataUpdatedAt }, [data, dataUpdatedAt])
  const rendered = useDeferredValue(loaded)
  const list = loaded && rendered
  const isSearching = requested.openItn !== undefined && (isWaiting || loaded !== rendered)
  const request = useMemo(() => ({ ...requested, isSearching }), [requested, isSearching])
  return (
    <>
      <ResultsArea
        id={listId}
        label={messages.results}
        className={classes.outcome}
        isBusy={isWaiting || loaded !== rendered}
        waiting={
          (isWaiting || loaded) && !list ? { label: messages.loading, heights: listHeights } : undefined
        }
        failed={isError ? { message: messages.failed, onRetry: () => void results.refetch() } : undefined}
      >
        {list && (
          <>
            {list.pendingBills.notice && (
              <Alert role="status" color="amber" variant="light" className={classes.notice}>
                {list.pendingBills.notice}
              </Alert>
            )}
            <PendingList
              owner={owner}
              hasLiveToken={hasLiveToken}
              {...list}
              submitted={submitted}
              view={view}
              requested={request}
              onView={setView}
            />
          </>
        )}
      </ResultsArea>
      {/* Below a list that has not been rendered yet, the choice would move. */}
      {list && <QueueEmailChoice owner={owner} />}
    </>
  )
}

const text = queueMessages.email

/** Turns the daily email about the queue on or off, for people who may decide; nothing for others. */
export function QueueEmailChoice({ owner }: { owner: string }) {
  const queries = useQueryClient()
  const queryKey = [...queueEmailKey, owner]
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(readQueueEmail, {}, signal) })
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(setQueueEmail, { isOn }),
    onSuccess: ({ isOn }) => queries.setQueryData(queryKey, data && { ...data, isOn }),
    onError: () => showError(text.failed),
  })
  if (!data?.mayDecide) return null
  const { address, isOn } = data
  return (
    <Checkbox
      label={text.label}
      description={address === null ? text.noAddress : text.describe(address)}
      // Shows the new choice while it is being saved.
      checked={change.isPending ? change.variables : isOn}
      disabled={change.isPending || (address === null && !isOn)}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}
