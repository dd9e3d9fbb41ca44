import {
  functionalUpdate,
  type PaginationState,
  type RowData,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useLocalState, useTabState } from '../storage.ts'
import { features, type TableColumn, type TableInstance } from './table-columns.ts'

export const pageSizes = [10, 25, 50] as const
const pageSizeSchema = z.literal(pageSizes)
const columnChoice = z.record(z.string(), z.boolean())
const allColumns = {}

export const listView = z.object({
  pageIndex: z.int().nonnegative(),
  sorting: z.array(z.object({ id: z.string(), desc: z.boolean() })),
})
/** The current page and sort order of a list. */
export type ListView = z.infer<typeof listView>

/** The first page, in the original order of the rows. */
export const unsortedView: ListView = { pageIndex: 0, sorting: [] }

/** The initial view of a list: its first page, sorted by one column. */
export const firstView = (id: string): ListView => ({ pageIndex: 0, sorting: [{ id, desc: false }] })

export type ListProps<Item extends RowData> = {
  rows: readonly Item[]
  columns: TableColumn<Item>[]
  rowId: (item: Item) => string
  /** Local storage keys for the rows per page and, for lists with many columns, the hidden columns. */
  sizeKey?: string
  columnsKey?: string
  /** Columns that are hidden until the user chooses otherwise. A constant. */
  initialColumns?: Record<string, boolean>
  view: ListView
  onView: (view: ListView) => void
}

/**
 * The table state of a list: sorting, paging, and the stored choices of rows per page and visible columns.
 */
export function useDataTable<Item extends RowData>(list: ListProps<Item>): TableInstance<Item> {
  const { rows, columns, rowId, sizeKey, columnsKey, initialColumns = allColumns, view, onView } = list
  const [pageSize, setPageSize] = useLocalState(sizeKey, pageSizeSchema, 10)
  const [chosenColumns, setColumns] = useLocalState(columnsKey, columnChoice, allColumns)
  const columnVisibility = useMemo(
    () => ({ ...initialColumns, ...chosenColumns }),
    [initialColumns, chosenColumns],
  )
  const lastPage = Math.max(Math.ceil(rows.length / pageSize) - 1, 0)
  const pageIndex = Math.min(view.pageIndex, lastPage)
  // The same object until it changes, so that the table keeps its page of rows.
  const pagination = useMemo(() => ({ pageIndex, pageSize }), [pageIndex, pageSize])
  const turn = (updater: Updater<PaginationState>) => {
    const next = functionalUpdate(updater, pagination)
    const size = pageSizeSchema.parse(next.pageSize)
    if (size !== pageSize) setPageSize(size)
    onView({ ...view, pageIndex: next.pageIndex })
  }
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    autoResetPageIndex: false,
    initialState: { columnVisibility: initialColumns },
    state: { pagination, sorting: view.sorting, columnVisibility },
    onPaginationChange: turn,
    onSortingChange: (updater) => onView({ pageIndex: 0, sorting: functionalUpdate(updater, view.sorting) }),
    onColumnVisibilityChange: (updater) => setColumns(functionalUpdate(updater, columnVisibility)),
  })
}

/** The view of a list, stored in this tab under a name. */
export function useListView(sortedBy: string, name: string) {
  const [initial] = useState(() => firstView(sortedBy))
  const [view, onView] = useTabState(name, listView, initial)
  return { view, onView }
}

/**
 * Renders a state change in a new task and then runs a callback. If a click handler rendered it, the browser
 * would lay out the whole table before it accepts another key or click.
 */
export function renderInNewTask(change: () => void, then?: () => void) {
  setTimeout(() => {
    flushSync(change)
    then?.()
  })
}
