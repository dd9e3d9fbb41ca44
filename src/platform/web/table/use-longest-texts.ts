import type { Column, RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Features, TableInstance, TableRow } from './table-columns.ts'

/**
 * The longest texts of each column across all rows, one per line, if there is more than one page. They
 * reserve the column width no matter which rows are shown, so sorting and paging shift and repaint little.
 */
export function useLongestTexts<Item extends RowData>(table: TableInstance<Item>) {
  const { rows } = table.getCoreRowModel()
  const columns = table.getVisibleLeafColumns()
  const hasMore = table.getPageCount() > 1
  return useMemo(() => (hasMore ? findLongestTexts(rows, columns) : undefined), [rows, columns, hasMore])
}

/** Among strings of nearly the same length, the longest is not always the widest. */
const candidateCount = 3
/** More characters than a column of long text shows on one line. */
const longestLine = 120

function findLongestTexts<Item extends RowData>(
  rows: readonly TableRow<Item>[],
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
