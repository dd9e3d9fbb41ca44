import { Alert, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { ChoiceFilter, ListFilters, SearchFilter } from '#platform/web/table/list-filters.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { listView, unsortedView } from '#platform/web/table/use-data-table.ts'
import {
  type IssuedVob,
  listVobs,
  maxSearchLength,
  openVob,
  type VobFilter,
  vobFilter,
  vobIssuer,
  vobPeriod,
  vobStatus,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { vobListKeys } from '../vob-storage.ts'
import { CreateVobButton } from './case-vobs.tsx'
import classes from './records.module.css'
import { vobColumns } from './vob-columns.tsx'
import { WithdrawModal } from './withdraw-modal.tsx'

const text = messages.records
const noFilter = vobFilter.parse({})
const rowId = ({ number }: IssuedVob) => number

type VobsProps = {
  /** Identifies the person and the client. */
  owner: string
  /** The path of the provider search with verifications of benefits. */
  searchPath: string
  onOpen: OpenDocument
}

/** The letters issued for a client: search, filters, list and withdrawal. */
export function Vobs({ owner, searchPath, onOpen }: VobsProps) {
  const [filter, setFilter] = useTabState(vobListKeys.filter, vobFilter, noFilter)
  const [view, onView] = useTabState(vobListKeys.view, listView, unsortedView)
  const { openDialog, dialog, status } = useWithdrawal()
  const query = useQuery({
    queryKey: ['vobs', owner, filter],
    queryFn: ({ signal }) => call(listVobs, filter, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => vobColumns((number) => void onOpen(createDocumentRequest(openVob, { Number: number })), openDialog),
    [onOpen, openDialog],
  )
  const { vobs, notice } = query.data ?? {}
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  const change = (next: VobFilter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  return (
    <article className={classes.page}>
      <PageTitle>{text.page}</PageTitle>
      <div className={classes.head}>
        <Title order={1}>{text.page}</Title>
        <CreateVobButton searchPath={searchPath} owner={owner} size="sm" />
      </div>
      <FilterFields filter={filter} isFiltered={isFiltered} onChange={change} />
      {status}
      {notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <section aria-label={text.label} aria-busy={query.isFetching} className={classes.list}>
        <QueryList
          query={{ ...query, data: vobs }}
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
              exportedAs={{ list: 'vobs', criteria: filter }}
              label={text.label}
              rows={rows}
              columns={columns}
              rowId={rowId}
              sizeKey="Vobs_ResultSize"
              view={view}
              onView={onView}
            />
          )}
        </QueryList>
      </section>
      {dialog}
    </article>
  )
}

/** The withdrawal dialog of one letter at a time. Afterwards, the focus is on its result or on its opener. */
function useWithdrawal() {
  const [vob, setVob] = useState<IssuedVob>()
  const [isOpen, setOpen] = useState(false)
  const [withdrawn, setWithdrawn] = useState<string>()
  const opener = useRef<Element>(null)
  const result = useRef<HTMLParagraphElement>(null)
  const [openDialog] = useState(() => (next: IssuedVob) => {
    opener.current = document.activeElement
    setVob(next)
    setWithdrawn(undefined)
    setOpen(true)
  })
  const dialog = vob && (
    <WithdrawModal
      key={vob.number}
      vob={vob}
      opened={isOpen}
      onWithdrawn={() => {
        setWithdrawn(vob.number)
        setOpen(false)
      }}
      onClose={() => setOpen(false)}
      onClosed={() => {
        const target = withdrawn === undefined ? opener.current : result.current
        if (target instanceof HTMLElement) target.focus()
      }}
    />
  )
  const status = (
    <p ref={result} role="status" tabIndex={-1} className={classes.done}>
      {withdrawn && messages.withdrawal.done(withdrawn)}
    </p>
  )
  return { openDialog, dialog, status }
}

const filterText = messages.filters
type FilterFieldsProps = {
  filter: VobFilter
  isFiltered: boolean
  onChange: (filter: VobFilter) => void
}

/** What is searched and filtered for. */
function describeFilter({ search, period, issuedBy, status }: VobFilter): string {
  const parts = [
    search && filterText.found(search),
    period !== 'any' && filterText.periods[period],
    issuedBy === 'me' && filterText.issuedByMe,
    status !== 'any' && filterText.statuses[status],
  ].filter(Boolean)
  return parts.join(' · ') || filterText.everything
}

/** The search field and the filters. */
function FilterFields({ filter, isFiltered, onChange }: FilterFieldsProps) {
  const change = (part: Partial<VobFilter>) => onChange({ ...filter, ...part })
  return (
    <ListFilters
      title={filterText.title}
      summary={describeFilter(filter)}
      isFiltered={isFiltered}
      onClear={() => onChange(noFilter)}
    >
      <SearchFilter
        label={filterText.search}
        hint={filterText.searchHint}
        className={classes.search}
        maxLength={maxSearchLength}
        value={filter.search}
        onChange={(search) => change({ search })}
      />
      <ChoiceFilter
        label={filterText.period}
        choices={vobPeriod}
        names={filterText.periods}
        value={filter.period}
        onChange={(period) => change({ period })}
      />
      <ChoiceFilter
        label={filterText.issuedBy}
        choices={vobIssuer}
        names={filterText.issuers}
        value={filter.issuedBy}
        onChange={(issuedBy) => change({ issuedBy })}
      />
      <ChoiceFilter
        label={filterText.status}
        choices={vobStatus}
        names={filterText.statuses}
        value={filter.status}
        onChange={(status) => change({ status })}
      />
    </ListFilters>
  )
}
