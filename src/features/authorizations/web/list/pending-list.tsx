import {
  memo,
  type RefObject,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { useStored } from '#platform/web/storage.ts'
import { ListPage } from '#platform/web/table/paged-list.tsx'
import { type ListView, useDataTable } from '#platform/web/table/use-data-table.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueFilters } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { ElapsedMinutes, useElapsedMinutes } from '../due-label.tsx'
import type { PendingBills, RequestedBill } from '../pending-query.ts'
import { AuthorizationModal } from '../review/authorization-modal.tsx'
import { type Review, useReview } from '../review/use-review.ts'
import { SecondPersonLimits } from '../review/use-second-person.ts'
import { AssignModal } from './assign-modal.tsx'
import { BillLease, type OthersReviewing } from './bill-lease.ts'
import { initialColumns, pendingColumns } from './pending-columns.tsx'
import { noFilter } from './pending-filter.ts'
import { FilterFields, QueueFilter } from './queue-filter.tsx'
import { divideQueue } from './queue-parts.ts'
import { QueueViews } from './queue-views.tsx'
import { useBillAddress } from './use-bill-address.ts'
import { Reviewing } from './use-queue.ts'
import { useRequestedBill } from './use-requested-bill.ts'

type PendingListProps = {
  /** Identifies the person and the client. */
  owner: string
  /** Whether the session can send requests in the background. */
  hasLiveToken: () => boolean
  pendingBills: PendingBills
  /** The time at which the bills were loaded, in milliseconds. */
  loadedAt: number
  /** The clients of the search. */
  submitted: ClientSelection | undefined
  view: ListView
  onView: (view: ListView) => void
  requested: RequestedBill
}

const rowId = ({ itnNumber }: PendingAuthorization) => itnNumber

/** Pending authorizations: filters, table and review dialog. A page that waits for a new list does not render it again. */
export const PendingList = memo(
  ({ pendingBills: { bills, mayDecide, secondPersonAbove }, submitted, ...props }: PendingListProps) => {
    const { owner, hasLiveToken, view, onView, requested, loadedAt } = props
    const elapsed = useElapsedMinutes(loadedAt)
    const [filter, setFilter] = useFilter(owner)
    // The list follows in the background, so that a filter shows each key at once.
    const applied = useDeferredValue(filter)
    const dialogs = useRef<Dialogs>({ open: () => {}, assign: () => {} })
    const { rows, buckets } = useMemo(() => divideQueue(bills, applied, elapsed), [bills, applied, elapsed])
    const columns = useColumns(mayDecide, dialogs)
    const storageKeys = {
      sizeKey: 'Authorization_ResultSize',
      columnsKey: 'authorizationColumns',
      initialColumns,
    }
    const table = useDataTable({ rows, columns, rowId, view, onView, ...storageKeys })
    const { rows: sortedRows } = table.getPrePaginatedRowModel()
    const listed = useMemo(() => sortedRows.map(({ original }) => original), [sortedRows])
    const changeFilter = (next: typeof filter) => {
      setFilter(next)
      if (view.pageIndex > 0) onView({ ...view, pageIndex: 0 })
    }
    return (
      <ElapsedMinutes value={elapsed}>
        <QueueDialogs
          owner={owner}
          hasLiveToken={hasLiveToken}
          mayDecide={mayDecide}
          secondPersonAbove={secondPersonAbove}
          bills={bills}
          rows={rows}
          listed={listed}
          requested={requested}
          dialogs={dialogs}
          clearFilter={() => changeFilter(noFilter)}
        />
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
              onOpen={({ itnNumber }) => dialogs.current.open(itnNumber)}
              exportedAs={{ list: 'authorizations', criteria: { ...submitted, ...applied } }}
            />
            {rows.length === 0 && <EmptyState message={messages.filters.none} />}
          </>
        ) : (
          <EmptyState message={messages.nothing} advice={messages.nothingAdvice} />
        )}
      </ElapsedMinutes>
    )
  },
)

/** The filter of a person, which outlasts an expired session: the bill with a draft opens among the same bills again. */
function useFilter(owner: string) {
  const store = useMemo(() => draftStore(owner, 'authorization filter', queueFilters), [owner])
  return useStored(store, noFilter)
}

/** Opens the dialogs of the list. */
type Dialogs = { open: (itn: string) => void; assign: (bill: PendingAuthorization) => void }

const useColumns = (mayDecide: boolean, dialogs: RefObject<Dialogs>) =>
  useMemo(
    () =>
      pendingColumns({
        mayDecide,
        onOpen: (itn) => dialogs.current.open(itn),
        ...(mayDecide && { onAssign: (bill) => dialogs.current.assign(bill) }),
      }),
    [mayDecide, dialogs],
  )

type QueueDialogsProps = Pick<PendingListProps, 'owner' | 'hasLiveToken' | 'requested'> & {
  mayDecide: boolean
  secondPersonAbove: PendingBills['secondPersonAbove']
  bills: readonly PendingAuthorization[]
  /** The bills that the filters let through. */
  rows: readonly PendingAuthorization[]
  /** The same in the order of the table. */
  listed: readonly PendingAuthorization[]
  clearFilter: () => void
  /** Set to the functions that open the dialogs. */
  dialogs: RefObject<Dialogs>
}

/** The review and the assignment of a bill. The list does not render again when they do. */
function QueueDialogs({ owner, hasLiveToken, mayDecide, bills, rows, ...props }: QueueDialogsProps) {
  const { listed, requested, clearFilter, dialogs } = props
  const [billToAssign, setBillToAssign] = useState<PendingAuthorization>()
  const review = useReview(listed, owner, bills)
  useEffect(() => {
    dialogs.current = { open: review.open, assign: setBillToAssign }
  })
  const awaited = useAwaitedBill(review, bills)
  const openItn = review.bill?.itnNumber
  const [others, setOthers] = useState(noOthers)
  // The page renders again only if there is someone to show.
  const showOthers = (found: OthersReviewing) => setOthers(found.names.length > 0 ? found : noOthers)
  const otherNames = others.itn === openItn ? others.names : noOthers.names
  const reviewing = useContext(Reviewing).get(openItn ?? '') ?? []
  useBillAddress({
    openItn,
    isListed: (itn) => listed.some(({ itnNumber }) => itnNumber === itn),
    open: review.open,
    close: review.close,
  })
  useRequestedBill(requested, { bills, rows, open: review.open, draft: review.draft, clearFilter })
  return (
    <>
      <SecondPersonLimits value={props.secondPersonAbove}>
        <AuthorizationModal
          review={review}
          mayDecide={mayDecide}
          status={describeOpenBill(review, [awaited, ...bills], mayDecide ? otherNames : reviewing)}
        />
      </SecondPersonLimits>
      {mayDecide && openItn !== undefined && (
        <BillLease
          itn={openItn}
          hasLiveToken={hasLiveToken}
          onOthers={showOthers}
          isSaving={() => review.isSaving(openItn)}
        />
      )}
      {billToAssign && (
        <AssignModal owner={owner} bill={billToAssign} onClose={() => setBillToAssign(undefined)} />
      )}
    </>
  )
}

const noOthers: OthersReviewing = { itn: '', names: [] }

/** The line about what others have done with the open bill, or that they have it open; empty if nothing. */
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

/**
 * Returns the bill of the decision that was undone last, until the list has it again. The list that is shown at the undo
 * does not count: on a slow device, it can be the one from before the decision.
 */
function useAwaitedBill({ reopened }: Review, bills: readonly PendingAuthorization[]) {
  const [undo, setUndo] = useState({ reopened, bills, hasArrived: true })
  const isNew = undo.reopened !== reopened
  const isListed = bills.some(({ itnNumber }) => itnNumber === reopened?.bill.itnNumber)
  if (isNew) setUndo({ reopened, bills, hasArrived: false })
  else if (!undo.hasArrived && undo.bills !== bills && isListed) setUndo({ ...undo, hasArrived: true })
  return isNew || !undo.hasArrived ? reopened?.bill : undefined
}
