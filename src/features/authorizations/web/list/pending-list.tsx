import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ClientSelection } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { ListPage } from '#platform/web/table/paged-list.tsx'
import { type ListView, useDataTable } from '#platform/web/table/use-data-table.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { countByWait, waitSpans } from '../../rules.ts'
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

type PendingListProps = {
  pending: Pending
  /** The clients of the search. */
  submitted: ClientSelection | undefined
  view: ListView
  onView: (view: ListView) => void
  requested: RequestedBill
}

const rowId = ({ itnNumber }: PendingAuthorization) => itnNumber

/** Pending authorizations: filters, table, waiting-time chart and review dialog. */
export function PendingList({ pending: { bills, mayDecide }, submitted, ...props }: PendingListProps) {
  const { view, onView, requested } = props
  const [filter, setFilter] = useState(noFilter)
  // The columns are needed before the review, which needs the order of the table.
  const openBill = useRef((_itn: string) => {})
  const rows = useMemo(() => filterBills(bills, filter), [bills, filter])
  const columns = useMemo(() => pendingColumns(mayDecide, (itn) => openBill.current(itn)), [mayDecide])
  const storageKeys = {
    sizeKey: 'Authorization_ResultSize',
    columnsKey: 'authorizationColumns',
    initialColumns,
  }
  const table = useDataTable({ rows, columns, rowId, view, onView, ...storageKeys })
  const { rows: sortedRows } = table.getPrePaginatedRowModel()
  const review = useReview(useMemo(() => sortedRows.map(({ original }) => original), [sortedRows]))
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
    <>
      <AuthorizationModal review={review} mayDecide={mayDecide} />
      {bills.length > 0 ? (
        <>
          <FilterFields bills={bills} filter={filter} onChange={changeFilter} shown={rows.length} />
          {rows.length > 0 ? (
            <ListPage
              table={table}
              label={messages.results}
              hasChoice
              exportedAs={{ list: 'authorizations', criteria: { ...submitted, ...filter } }}
            />
          ) : (
            <EmptyState message={messages.filters.none} />
          )}
          <AgingChart bills={rows} />
        </>
      ) : (
        <EmptyState message={messages.nothing} advice={messages.nothingAdvice} />
      )}
    </>
  )
}

const { title, columns } = messages.aging

/** The number of bills by waiting time, as a table with a bar in each row. */
function AgingChart({ bills }: { bills: readonly PendingAuthorization[] }) {
  const counts = countByWait(bills.map(({ waitingMinutes }) => waitingMinutes))
  const largest = Math.max(...counts, 1)
  return (
    <table className={classes.aging}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {waitSpans.map(({ name }, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none">
                <rect width={(100 * (counts[index] ?? 0)) / largest} height={1} />
              </svg>
              <span>{counts[index]?.toLocaleString('en-US')}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
  const field = (name: keyof PendingFilter) => ({
    size: 'sm',
    label: text[name],
    value: filter[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = { inputMode: 'decimal', autoComplete: 'off', className: classes.amount } as const
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <fieldset className={classes.filters} data-noprint={!isFiltered || undefined}>
      <legend>{text.title}</legend>
      <NativeSelect {...field('client')} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} data={[all, ...currencies]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
      {isFiltered && (
        <>
          <Button size="sm" variant="default" onClick={() => onChange(noFilter)}>
            {text.clear}
          </Button>
          <p role="status">{text.matching(shown, bills.length)}</p>
        </>
      )}
    </fieldset>
  )
}
