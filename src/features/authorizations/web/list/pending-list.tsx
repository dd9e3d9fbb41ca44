import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ListFilters } from '#platform/web/list-filters.tsx'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { ListPage } from '#platform/web/table/paged-list.tsx'
import { type ListView, useDataTable } from '#platform/web/table/use-data-table.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from '../authorizations.module.css'
import type { Pending, RequestedBill } from '../pending-query.ts'
import { AuthorizationModal } from '../review/authorization-modal.tsx'
import { useReview } from '../review/use-review.ts'
import { initialColumns, pendingColumns } from './pending-columns.tsx'
import {
  filterBills,
  findFilterOptions,
  noFilter,
  type PendingFilter,
  validateFilter,
} from './pending-filter.ts'
import {
  AgingFilter,
  countBuckets,
  createBucketFinder,
  ElapsedMinutes,
  useElapsedMinutes,
} from './queue-buckets.tsx'

type PendingListProps = {
  /** Identifies the person and the client. */
  owner: string
  pending: Pending
  /** When the bills were loaded, in milliseconds. */
  loadedAt: number
  /** The clients of the search. */
  submitted: ClientSelection | undefined
  view: ListView
  onView: (view: ListView) => void
  requested: RequestedBill
}

const rowId = ({ itnNumber }: PendingAuthorization) => itnNumber

/** Pending authorizations: filters, table and review dialog. */
export function PendingList({ pending: { bills, mayDecide }, submitted, ...props }: PendingListProps) {
  const { owner, view, onView, requested, loadedAt } = props
  const elapsed = useElapsedMinutes(loadedAt)
  const [filter, setFilter] = useState(noFilter)
  // The columns are needed before the review, which needs the order of the table.
  const openBill = useRef((_itn: string) => {})
  const { rows, buckets } = useMemo(() => divideQueue(bills, filter, elapsed), [bills, filter, elapsed])
  const columns = useMemo(() => pendingColumns(mayDecide, (itn) => openBill.current(itn)), [mayDecide])
  const storageKeys = {
    sizeKey: 'Authorization_ResultSize',
    columnsKey: 'authorizationColumns',
    initialColumns,
  }
  const table = useDataTable({ rows, columns, rowId, view, onView, ...storageKeys })
  const { rows: sortedRows } = table.getPrePaginatedRowModel()
  const review = useReview(
    useMemo(() => sortedRows.map(({ original }) => original), [sortedRows]),
    owner,
  )
  useEffect(() => {
    openBill.current = review.open
  })
  const changeFilter = (next: typeof filter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  const { openItn, onOpened } = requested
  const openRequested = useEffectEvent(review.open)
  useEffect(() => {
    if (openItn === undefined || !bills.some(({ itnNumber }) => itnNumber === openItn)) return
    openRequested(openItn)
    onOpened()
  }, [openItn, onOpened, bills])
  return (
    <ElapsedMinutes value={elapsed}>
      <AuthorizationModal review={review} mayDecide={mayDecide} />
      {bills.length > 0 ? (
        <>
          <AgingFilter
            buckets={buckets}
            chosen={filter.aging}
            onChoose={(aging) => changeFilter({ ...filter, aging })}
          />
          <FilterFields bills={bills} filter={filter} onChange={changeFilter} shown={rows.length} />
          {rows.length > 0 ? (
            <ListPage
              table={table}
              label={messages.results}
              hasChoice
              onOpen={({ itnNumber }) => review.open(itnNumber)}
              exportedAs={{ list: 'authorizations', criteria: { ...submitted, ...filter } }}
            />
          ) : (
            <EmptyState message={messages.filters.none} />
          )}
        </>
      ) : (
        <EmptyState message={messages.nothing} advice={messages.nothingAdvice} />
      )}
    </ElapsedMinutes>
  )
}

/** The bills to show, and the parts of the queue that the other filters leave. */
function divideQueue(bills: readonly PendingAuthorization[], filter: PendingFilter, elapsed: number) {
  const finder = createBucketFinder(bills, elapsed)
  const matching = filterBills(bills, filter)
  const isChosen = finder.names.some(({ id }) => id === filter.aging)
  const rows = isChosen ? matching.filter((bill) => finder.find(bill) === filter.aging) : matching
  return { rows, buckets: countBuckets(matching, finder) }
}

type FilterFieldsProps = {
  bills: readonly PendingAuthorization[]
  filter: PendingFilter
  onChange: (filter: PendingFilter) => void
  /** The number of matching bills. */
  shown: number
}

const text = messages.filters
const all = { value: '', label: text.all }

/** Filters for client, currency, provider and amount. */
function FilterFields({ bills, filter, onChange, shown }: FilterFieldsProps) {
  const { clients, currencies } = findFilterOptions(bills)
  const errors: Partial<PendingFilter> = validateFilter(bills, filter)
  const field = (name: Exclude<keyof PendingFilter, 'aging'>) => ({
    size: 'sm',
    label: text[name],
    value: filter[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = { inputMode: 'decimal', autoComplete: 'off', className: classes.amount } as const
  return (
    <ListFilters
      title={text.title}
      summary={describeFilter(filter, clients)}
      isFiltered={Object.values(filter).some(Boolean)}
      onClear={() => onChange(noFilter)}
      status={
        <p role="status" className={classes.matching}>
          {text.matching(shown, bills.length)}
        </p>
      }
    >
      <NativeSelect {...field('client')} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} data={[all, ...currencies]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
    </ListFilters>
  )
}

/** What the bills are filtered by, besides their part of the queue. */
function describeFilter(
  { client, currency, provider, from, to }: PendingFilter,
  clients: readonly { value: string; label: string }[],
): string {
  const parts = [
    clients.find(({ value }) => value === client)?.label,
    currency,
    provider && text.provided(provider),
    from && text.above(from),
    to && text.below(to),
  ].filter(Boolean)
  return parts.join(' · ') || text.everything
}
