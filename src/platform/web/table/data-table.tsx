import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { FlexRender, type Header, type RowData } from '@tanstack/react-table'
import { type MouseEvent, memo, type ReactNode } from 'react'
import classes from './data-table.module.css'
import { HorizontalScroll } from './horizontal-scroll.tsx'
import type { Features, TableInstance, TableRow } from './table-columns.ts'
import { renderInNewTask } from './use-data-table.ts'

/** A column with a control for each row: its header and the control. */
type ControlColumn<Item> = { label: string; render: (item: Item) => ReactNode }

type DataTableProps<Item extends RowData> = {
  table: TableInstance<Item>
  label: string
  /** Whether all rows are shown, not just one page. */
  isWhole?: boolean
  /** The accessible names of the checkboxes that select the page and a row, if rows can be selected. */
  selection?: { page: string; row: (item: Item) => string }
  /** A column before the data. */
  rowAction?: ControlColumn<Item> | undefined
  /** A column of labeled links after the data. */
  rowLinks?: ControlColumn<Item> | undefined
  /** The longest texts of each column, which reserve the width that the column may need. */
  longestTexts?: ReadonlyMap<string, string> | undefined
  /** Whether long texts wrap before the table becomes wider than the page. */
  isFitted?: boolean
  /** Opens a row. A click anywhere in it does so, except on a control; keyboards use a button of the row. */
  onOpen?: ((item: Item) => void) | undefined
  /** Content above the table, before and after the scroll hint. */
  header?: ReactNode
  tools?: ReactNode
}

/**
 * A page of rows as a table. Its plain elements stay in place during sorting and paging and only change their
 * text, so that fifty rows update at once.
 */
export function DataTable<Item extends RowData>({ table, label, ...options }: DataTableProps<Item>) {
  const { isWhole, selection, rowAction, rowLinks, longestTexts, isFitted, onOpen, header, tools } = options
  const columns = table.getVisibleLeafColumns()
  const { rows } = isWhole ? table.getPrePaginatedRowModel() : table.getRowModel()
  return (
    <HorizontalScroll header={header} tools={tools}>
      <table className={classes.table} data-fitted={isFitted || undefined} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <PageCheckbox table={table} label={selection.page} />
              </th>
            )}
            {rowAction && <th scope="col">{rowAction.label}</th>}
            {table.getFlatHeaders().map((header, index) => (
              <HeaderCell
                key={header.id}
                header={header}
                isFirst={index === 0}
                longest={longestTexts?.get(header.column.id)}
              />
            ))}
            {rowLinks && <th scope="col">{rowLinks.label}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={index}
              data-selected={row.getIsSelected() || undefined}
              {...(onOpen && openOnClick(() => onOpen(row.original)))}
            >
              {selection && (
                <td className={classes.check}>
                  <RowCheckbox row={row} label={selection.row(row.original)} />
                </td>
              )}
              {rowAction && <td className={classes.action}>{rowAction.render(row.original)}</td>}
              <DataCells row={row} columns={columns} />
              {rowLinks && <td className={classes.links}>{rowLinks.render(row.original)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  )
}

/** Opens an item on a click, except on a control in it and while text is being selected. */
export const openOnClick = (open: () => void) => ({
  style: { cursor: 'pointer' },
  onClick: ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, button, input, select, summary, label')
    if (!isControl && (getSelection()?.isCollapsed ?? true)) open()
  },
})

type RowCheckboxProps<Item extends RowData> = { row: TableRow<Item>; label: string }

/** Selects or deselects a row. */
export const RowCheckbox = <Item extends RowData>({ row, label }: RowCheckboxProps<Item>) => (
  <input
    type="checkbox"
    className={classes.checkbox}
    aria-label={label}
    checked={row.getIsSelected()}
    onChange={row.getToggleSelectedHandler()}
  />
)

type PageCheckboxProps<Item extends RowData> = { table: TableInstance<Item>; label: string }

/** Selects or clears all rows on the page; the checkbox is indeterminate when only some are selected. */
function PageCheckbox<Item extends RowData>({ table, label }: PageCheckboxProps<Item>) {
  const isAll = table.getIsAllPageRowsSelected()
  const isSome = !isAll && table.getIsSomePageRowsSelected()
  return (
    <input
      type="checkbox"
      className={classes.checkbox}
      aria-label={label}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome
      }}
      onChange={() => table.toggleAllPageRowsSelected(!isAll)}
    />
  )
}

type DataCellsProps<Item extends RowData> = {
  row: TableRow<Item>
  columns: ReturnType<TableInstance<Item>['getVisibleLeafColumns']>
}

/** The data of a row. It rerenders when the row or the columns change, not when the selection does. */
const DataCells = memo(<Item extends RowData>({ row }: DataCellsProps<Item>) =>
  row.getVisibleCells().map((cell, index) => (
    <td
      key={cell.column.id}
      data-first={index === 0 || undefined}
      data-column={cell.column.id}
      data-kind={cell.column.columnDef.meta?.kind}
    >
      <FlexRender cell={cell} />
    </td>
  )),
) as <Item extends RowData>(props: DataCellsProps<Item>) => ReactNode

const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort } as const

type HeaderCellProps<Item extends RowData> = {
  header: Header<Features, Item>
  isFirst: boolean
  longest: string | undefined
}

/** A column header: a button that sorts ascending, descending, or not at all; plain text if not sortable. */
function HeaderCell<Item extends RowData>({ header, isFirst, longest }: HeaderCellProps<Item>) {
  const { column } = header
  const canSort = column.getCanSort()
  const sorted = column.getIsSorted()
  const sort = column.getToggleSortingHandler()
  const Icon = icons[sorted || 'none']
  return (
    <th
      scope="col"
      aria-sort={canSort ? (sorted ? `${sorted}ending` : 'none') : undefined}
      data-longest={longest}
      data-first={isFirst || undefined}
      data-column={column.id}
      data-kind={column.columnDef.meta?.kind}
    >
      {canSort ? (
        <button
          type="button"
          className={classes.sorter}
          onClick={(event) => renderInNewTask(() => sort?.(event))}
        >
          <FlexRender header={header} />
          <Icon size={14} stroke={sorted ? 2.5 : 1.5} aria-hidden data-sorted={sorted || undefined} />
        </button>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  )
}
