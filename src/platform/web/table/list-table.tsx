import type { RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import { HorizontalScroll } from '../horizontal-scroll.tsx'
import { widestTexts } from './column-width-hints.ts'
import { HeaderCell } from './header-cell.tsx'
import classes from './table.module.css'
import type { PagedTable } from './table-features.ts'

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
