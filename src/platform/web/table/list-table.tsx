import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Column, Header, Row, RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import { HorizontalScroll } from '../horizontal-scroll.tsx'
import { deferUpdate } from './defer-update.ts'
import classes from './table.module.css'
import type { Features, PagedTable } from './table-features.ts'

type ListTableProps<Item extends RowData> = {
  table: PagedTable<Item>
  label: string
  /** Whether all rows are shown, not just one page. */
  isWhole?: boolean
}

/** The number of text columns that fit on a portrait page. */
const maxPortraitColumns = 9

/**
 * A page of a list as a table. Its plain elements stay in place during sorting and paging and only change
 * their text, so that fifty rows update at once.
 */
export function ListTable<Item extends RowData>({ table, label, isWhole = false }: ListTableProps<Item>) {
  const first = table.getAllLeafColumns()[0]?.id
  const widest = useWidest(table)
  const { rows } = isWhole ? table.getPrePaginatedRowModel() : table.getRowModel()
  const words = table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta?.kind !== 'way')
  return (
    <HorizontalScroll>
      <table
        className={classes.table}
        aria-label={label}
        data-wide={words.length > maxPortraitColumns || undefined}
      >
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <HeaderCell
                key={header.id}
                table={table}
                header={header}
                isFirst={header.column.id === first}
                widest={widest?.get(header.column.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.column.id}
                  data-first={cell.column.id === first || undefined}
                  data-kind={cell.column.columnDef.meta?.kind}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  )
}

/** The widest values of a list that has more rows than it shows. */
function useWidest<Item extends RowData>(table: PagedTable<Item>) {
  const { rows } = table.getCoreRowModel()
  const columns = table.getVisibleLeafColumns()
  const hasMore = table.getPageCount() > 1
  return useMemo(() => (hasMore ? widestTexts(rows, columns) : undefined), [rows, columns, hasMore])
}

/** Among strings of nearly the same length, the longest is not always the widest. */
const candidateCount = 3
/** More characters than a column of long text shows on one line. */
const longestLine = 120

/**
 * The longest values of each column across all rows, one per line. They reserve the column width no matter
 * which rows are shown, so sorting and paging shift and repaint little.
 */
function widestTexts<Item extends RowData>(
  rows: readonly Row<Features, Item>[],
  columns: readonly Column<Features, Item>[],
): ReadonlyMap<string, string> {
  const sortable = columns.filter((column) => column.getCanSort())
  return new Map(
    sortable.map(({ id, columnDef: { meta } }) => {
      const shown = meta?.shown as ((item: Item) => string | null) | undefined
      const longest: string[] = []
      for (const row of rows) keepLongest(longest, shown ? shown(row.original) : row.getValue(id))
      return [id, longest.map((text) => text.slice(0, longestLine)).join('\n')]
    }),
  )
}

/** Inserts a string among the longest ones, longest first. */
function keepLongest(longest: string[], text: unknown) {
  if (typeof text !== 'string') return
  const last = longest[candidateCount - 1]
  if (last !== undefined && last.length >= text.length) return
  longest.push(text)
  longest.sort((one, other) => other.length - one.length)
  longest.length = Math.min(longest.length, candidateCount)
}

const words = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort } as const

type HeaderCellProps<Item extends RowData> = {
  table: PagedTable<Item>
  header: Header<Features, Item>
  isFirst: boolean
  /** Reserves the width that the column may need. */
  widest?: string | undefined
}

/** A column header: a button that sorts ascending, descending, or not at all; plain text if not sortable. */
function HeaderCell<Item extends RowData>({ table, header, isFirst, widest }: HeaderCellProps<Item>) {
  const { column } = header
  const { kind } = column.columnDef.meta ?? {}
  const place = { 'data-first': isFirst || undefined, 'data-kind': kind }
  if (!column.getCanSort())
    return (
      <th scope="col" {...place}>
        <table.FlexRender header={header} />
      </th>
    )
  const sorted = column.getIsSorted()
  const sort = column.getToggleSortingHandler()
  const Icon = icons[sorted || 'none']
  return (
    <th scope="col" aria-sort={sorted ? words[sorted] : 'none'} data-widest={widest} {...place}>
      <button type="button" className={classes.sorter} onClick={(event) => deferUpdate(() => sort?.(event))}>
        <table.FlexRender header={header} />
        <Icon size={14} stroke={sorted ? 2.5 : 1.5} aria-hidden data-sorted={sorted || undefined} />
      </button>
    </th>
  )
}
