import { NativeSelect, TextInput } from '@mantine/core'
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { ListFilters } from '#platform/web/table/list-filters.tsx'
import { ListPage } from '#platform/web/table/paged-list.tsx'
import { type ListView, useDataTable } from '#platform/web/table/use-data-table.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages } from '../../queue-messages.ts'
import classes from '../authorizations.module.css'
import { ElapsedMinutes, useElapsedMinutes } from '../due-label.tsx'
import type { Pending, RequestedBill } from '../pending-query.ts'
import { AuthorizationModal } from '../review/authorization-modal.tsx'
import { type Review, useReview } from '../review/use-review.ts'
import { AssignModal } from './assign-modal.tsx'
import { initialColumns, pendingColumns } from './pending-columns.tsx'
import {
  filterBills,
  findFilterOptions,
  noFilter,
  type PendingFilter,
  validateFilter,
} from './pending-filter.ts'
import { countBuckets, createBucketFinder, QueueFilter } from './queue-filter.tsx'
import { QueueViews } from './queue-views.tsx'
import { Reviewing, useLease } from './use-queue.ts'

type PendingListProps = {
  /** Identifies the person and the client. */
  owner: string
  /** Whether the session can send requests in the background. */
  isSessionActive: () => boolean
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
  const { owner, isSessionActive, view, onView, requested, loadedAt } = props
  const elapsed = useElapsedMinutes(loadedAt)
  const [filter, setFilter] = useState(noFilter)
  // The columns are needed before the review, which needs the order of the table.
  const openBill = useRef((_itn: string) => {})
  const [billToAssign, setBillToAssign] = useState<PendingAuthorization>()
  const { rows, buckets } = useMemo(() => divideQueue(bills, filter, elapsed), [bills, filter, elapsed])
  const columns = useMemo(
    () =>
      pendingColumns({
        mayDecide,
        onOpen: (itn) => openBill.current(itn),
        ...(mayDecide && { onAssign: setBillToAssign }),
      }),
    [mayDecide],
  )
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
  const awaited = useAwaitedBill(review, bills)
  const openItn = review.bill?.itnNumber
  const others = useLease(mayDecide ? openItn : undefined, isSessionActive)
  const reviewing = useContext(Reviewing).get(openItn ?? '') ?? []
  const changeFilter = (next: typeof filter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  const { openItn: requestedItn, onOpened } = requested
  const openRequested = useEffectEvent(review.open)
  useEffect(() => {
    if (requestedItn === undefined || !bills.some(({ itnNumber }) => itnNumber === requestedItn)) return
    openRequested(requestedItn)
    onOpened()
  }, [requestedItn, onOpened, bills])
  return (
    <ElapsedMinutes value={elapsed}>
      <AuthorizationModal
        review={review}
        mayDecide={mayDecide}
        status={describeOpenBill(review, [awaited, ...bills], mayDecide ? others : reviewing)}
      />
      {billToAssign && (
        <AssignModal owner={owner} bill={billToAssign} onClose={() => setBillToAssign(undefined)} />
      )}
      {bills.length > 0 ? (
        <>
          <QueueFilter
            buckets={buckets}
            chosen={filter.bucket}
            onChoose={(bucket) => changeFilter({ ...filter, bucket })}
          />
          <FilterFields bills={bills} filter={filter} onChange={changeFilter} shown={rows.length} />
          <ListPage
            table={table}
            label={messages.results}
            hasChoice
            header={<QueueViews owner={owner} filter={filter} onChange={changeFilter} />}
            onOpen={({ itnNumber }) => review.open(itnNumber)}
            exportedAs={{ list: 'authorizations', criteria: { ...submitted, ...filter } }}
          />
          {rows.length === 0 && <EmptyState message={messages.filters.none} />}
        </>
      ) : (
        <EmptyState message={messages.nothing} advice={messages.nothingAdvice} />
      )}
    </ElapsedMinutes>
  )
}

/** What others have done with the open bill, or that they have it open. */
function describeOpenBill(
  { bill, isResubmitted, notice }: Review,
  listed: readonly (PendingAuthorization | undefined)[],
  others: readonly string[],
): string {
  if (!bill) return ''
  if (!listed.some((each) => each?.itnNumber === bill.itnNumber)) return queueMessages.gone
  if (isResubmitted && !notice) return queueMessages.resubmitted
  return others.length > 0 ? queueMessages.reviewingNow(others) : ''
}

/** Returns the bill of the decision that was undone last, until the list has it. */
function useAwaitedBill({ reopened }: Review, bills: readonly PendingAuthorization[]) {
  const [arrived, setArrived] = useState<typeof reopened>()
  const awaited = reopened === arrived ? undefined : reopened?.bill
  if (awaited && bills.some(({ itnNumber }) => itnNumber === awaited.itnNumber)) setArrived(reopened)
  return awaited
}

/** The bills to show, and the parts of the queue that the other filters leave. */
function divideQueue(bills: readonly PendingAuthorization[], filter: PendingFilter, elapsed: number) {
  const finder = createBucketFinder(bills, elapsed)
  const matching = filterBills(bills, filter)
  const isChosen = finder.names.some(({ id }) => id === filter.bucket)
  const rows = isChosen ? matching.filter((bill) => finder.find(bill) === filter.bucket) : matching
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
const labels = { ...text, assignee: queueMessages.assignee }
const all = { value: '', label: text.all }
const assigneeOptions = [
  { value: 'me', label: queueMessages.assign.mine },
  { value: 'none', label: queueMessages.assign.nobody },
]

/** Filters for client, currency, assignee, provider and amount. */
function FilterFields({ bills, filter, onChange, shown }: FilterFieldsProps) {
  const options = findFilterOptions(bills)
  const clients = withChosen(options.clients, filter.client, filter.client)
  const currencies = [...new Set([...options.currencies, filter.currency].filter(Boolean))]
  const people = withChosen(
    [...assigneeOptions, ...options.assignees],
    filter.assignee,
    queueMessages.assign.other,
  )
  const errors: Partial<PendingFilter> = validateFilter(bills, filter)
  const isFiltered = Object.values(filter).some(Boolean)
  const field = (name: Exclude<keyof PendingFilter, 'bucket'>) => ({
    size: 'sm',
    label: labels[name],
    value: filter[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 30,
    className: classes.amount,
  } as const
  return (
    <ListFilters
      title={text.title}
      summary={describeFilter(filter, clients, people)}
      isFiltered={isFiltered}
      onClear={() => onChange(noFilter)}
      status={
        <p role="status" className={classes.matching}>
          {isFiltered && text.matching(shown, bills.length)}
        </p>
      }
    >
      <NativeSelect {...field('client')} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} data={[all, ...currencies]} />
      <NativeSelect {...field('assignee')} data={[all, ...people]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} maxLength={100} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
    </ListFilters>
  )
}

type Option = { value: string; label: string }

/** Adds the chosen value, which may come from a saved view, if no bill has it. */
const withChosen = (options: readonly Option[], value: string, label: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }]

/** What the bills are filtered by, besides their part of the queue. */
function describeFilter(
  { client, currency, assignee, provider, from, to }: PendingFilter,
  clients: readonly Option[],
  people: readonly Option[],
): string {
  const parts = [
    clients.find(({ value }) => value === client)?.label,
    currency,
    people.find(({ value }) => value === assignee)?.label,
    provider && text.provided(provider),
    from && text.above(from),
    to && text.below(to),
  ].filter(Boolean)
  return parts.join(' · ') || text.everything
}
