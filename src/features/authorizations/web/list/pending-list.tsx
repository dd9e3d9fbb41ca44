import { useMemo, useRef, useState } from 'react'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { ListPage } from '#platform/web/table/paged-list.tsx'
import { type ListView, usePagedTable } from '#platform/web/table/use-paged-table.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Pending } from '../pending-query.ts'
import { AuthorizationModal, type ReviewHandle } from '../review/authorization-modal.tsx'
import { AgingChart } from './aging-chart.tsx'
import { FilterFields } from './filter-fields.tsx'
import { pendingColumns } from './pending-columns.tsx'
import { filterBills, noFilter } from './pending-filter.ts'

type PendingListProps = { pending: Pending; view: ListView; onView: (view: ListView) => void }

const rowId = ({ itnNumber }: PendingAuthorization) => itnNumber

/** Pending authorizations: waiting-time chart, filters, table and review dialog. */
export function PendingList({ pending: { bills, mayDecide }, view, onView }: PendingListProps) {
  const [filter, setFilter] = useState(noFilter)
  const review = useRef<ReviewHandle>(null)
  const rows = useMemo(() => filterBills(bills, filter), [bills, filter])
  const columns = useMemo(() => pendingColumns(mayDecide, (itn) => review.current?.open(itn)), [mayDecide])
  const storageKeys = { sizeKey: 'Authorization_ResultSize', columnsKey: 'authorizationColumns' }
  const table = usePagedTable({ rows, columns, rowId, view, onView, ...storageKeys })
  const changeFilter = (next: typeof filter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  return (
    <>
      <AuthorizationModal
        ref={review}
        order={table.getPrePaginatedRowModel().rows.map(({ original }) => original)}
        mayDecide={mayDecide}
      />
      {bills.length > 0 ? (
        <>
          <AgingChart bills={rows} />
          <FilterFields bills={bills} filter={filter} onChange={changeFilter} shown={rows.length} />
          {rows.length > 0 ? (
            <ListPage table={table} label={messages.results} hasChoice />
          ) : (
            <EmptyState message={messages.filters.none} />
          )}
        </>
      ) : (
        <EmptyState message={messages.nothing} advice={messages.nothingAdvice} />
      )}
    </>
  )
}
