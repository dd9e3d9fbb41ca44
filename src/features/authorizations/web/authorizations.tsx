import { Alert, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
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
import { AuthorizationNav } from './authorization-nav.tsx'
import classes from './authorizations.module.css'
import { PendingList } from './list/pending-list.tsx'
import { QueueEmailChoice } from './list/queue-email-choice.tsx'
import { Reviewing, useQueue } from './list/use-queue.ts'
import { type PendingSearch, pendingSearch, type RequestedBill } from './pending-query.ts'
import { listId } from './review/use-review.ts'

const labels = { clients: clientSearchMessages.clients }

type AuthorizationsProps = SearchContext &
  RequestedBill & {
    /** Whether the session can send requests in the background. */
    isSessionActive?: () => boolean
  }

const alwaysActive = () => true

/** The Authorization Pending page: client chooser and list. */
export function Authorizations({
  openItn,
  onOpened,
  isSessionActive = alwaysActive,
  ...searcher
}: AuthorizationsProps) {
  const search = useMultiClientSearch(pendingSearch, searcher)
  const { queryKey, results, submitted, offer } = search
  const clients = submitted && offer.clients && selectedCodes(submitted, offer.clients)
  const reviewing = useQueue({ queryKey, data: results.data, clients, isSessionActive })
  const namesByItn = useMemo(() => new Map(reviewing?.map(({ itn, names }) => [itn, names])), [reviewing])
  const searchedItn = useSearchOfAllClients(search, openItn)
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
          isSessionActive={isSessionActive}
          search={search}
          requested={{ openItn: searchedItn, onOpened }}
        />
      </Reviewing>
      {offer.clients && <QueueEmailChoice owner={searcher.owner} />}
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
  isSessionActive: () => boolean
  search: PendingSearch
  requested: RequestedBill
}

/** The area below the client chooser: empty, loading, error, nothing pending, or the list. */
function PendingResults({ owner, isSessionActive, search, requested }: PendingResultsProps) {
  const { results, submitted, isWaiting, view, setView } = search
  const { data, isError, dataUpdatedAt } = results
  return (
    <ResultsArea
      id={listId}
      label={messages.results}
      className={classes.outcome}
      isBusy={isWaiting}
      waiting={isWaiting && !data ? { label: messages.loading, heights: listHeights } : undefined}
      failed={isError ? { message: messages.failed, onRetry: () => void results.refetch() } : undefined}
    >
      {data && (
        <>
          {data.notice && (
            <Alert role="status" color="amber" variant="light" className={classes.notice}>
              {data.notice}
            </Alert>
          )}
          <PendingList
            {...{ owner, isSessionActive }}
            pending={data}
            loadedAt={dataUpdatedAt}
            {...{ submitted, view, requested }}
            onView={setView}
          />
        </>
      )}
    </ResultsArea>
  )
}
