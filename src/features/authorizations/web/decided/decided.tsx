import { Alert, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { staffPrefix, tabStore, useTabState } from '#platform/web/storage.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { listView, unsortedView } from '#platform/web/table/use-data-table.ts'
import {
  type DecidedAuthorization,
  type DecidedFilter,
  decidedFilter,
  listDecidedAuthorizations,
  openDecisionLetter,
} from '../../decided-contract.ts'
import { decidedMessages as text } from '../../decided-messages.ts'
import { AuthorizationNav } from '../authorization-nav.tsx'
import classes from '../authorizations.module.css'
import { decidedKey } from '../pending-query.ts'
import { decidedColumns, initialColumns } from './decided-columns.tsx'
import { type ClientChoice, FilterFields, noFilter } from './filter-fields.tsx'
import { HistoryModal } from './history-modal.tsx'

const rowId = ({ id }: DecidedAuthorization) => id

const stored = { filter: 'decided filter', view: 'decided view' }

/** Filters the list that this person opens next in this tab. */
export function setDecidedFilter(owner: string, filter: DecidedFilter) {
  tabStore(staffPrefix + stored.filter, decidedFilter, { owner }).set(filter)
  tabStore(staffPrefix + stored.view, listView, { owner }).remove()
}

export type DecidedProps = {
  /** Identifies the person and the client. */
  owner: string
  clients: readonly ClientChoice[]
  /** The ITN whose history another page asked to open. */
  openItn: string | undefined
  /** Called when the history closes, so that it is no longer requested. */
  onClosed: () => void
  onOpen: OpenDocument
}

/** The decisions on a client's bills: search, filters, list, and the history of each bill. */
export function Decided({ owner, clients, openItn, onClosed, onOpen }: DecidedProps) {
  const [filter, setFilter] = useTabState(stored.filter, decidedFilter, noFilter)
  const [view, onView] = useTabState(stored.view, listView, unsortedView)
  const [opened, setOpened] = useState<string>()
  const query = useQuery({
    queryKey: [decidedKey, owner, filter],
    queryFn: ({ signal }) => call(listDecidedAuthorizations, filter, signal),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const openLetter = useCallback(
    (id: string) => void onOpen(createDocumentRequest(openDecisionLetter, { DecisionId: id })),
    [onOpen],
  )
  const isUndone = filter.state === 'undone'
  const columns = useMemo(() => decidedColumns(setOpened, openLetter, isUndone), [openLetter, isUndone])
  const { decisions, notice } = query.data ?? {}
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  const change = (next: DecidedFilter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  return (
    <article className={classes.page}>
      <PageTitle>{text.page}</PageTitle>
      <div className={classes.head}>
        <Title order={1}>{text.page}</Title>
        <AuthorizationNav current="decided" />
      </div>
      <FilterFields filter={filter} clients={clients} isFiltered={isFiltered} onChange={change} />
      {notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <section aria-label={text.label} aria-busy={query.isFetching} className={classes.outcome}>
        <QueryList
          query={{ ...query, data: decisions }}
          waiting={text.loading}
          failed={text.failed}
          empty={
            isFiltered ? (
              <EmptyState message={text.noMatch} advice={text.noMatchAdvice} />
            ) : (
              <EmptyState message={text.none} advice={text.noneAdvice} />
            )
          }
        >
          {(rows) => (
            <PagedList
              exportedAs={{ list: 'decisions', criteria: filter }}
              label={text.label}
              rows={rows}
              columns={columns}
              rowId={rowId}
              sizeKey="Decided_ResultSize"
              columnsKey="decidedColumns"
              initialColumns={initialColumns}
              view={view}
              onView={onView}
              onOpen={({ itnNumber }) => setOpened(itnNumber)}
            />
          )}
        </QueryList>
      </section>
      <HistoryModal
        owner={owner}
        itn={opened ?? openItn}
        onOpenLetter={openLetter}
        onClose={() => {
          setOpened(undefined)
          if (openItn !== undefined) onClosed()
        }}
      />
    </article>
  )
}
