import type { Column, Row, RowData } from '@tanstack/react-table'
import type { Features } from './table-features.ts'

/** Of texts with nearly the same length, the longest is not always the widest. */
const candidateCount = 3
/** More than a column of long texts shows on a line. */
const longestLine = 120

/**
 * The longest texts of each column over all rows, one per line. They reserve the column width whichever rows
 * are shown, so sorting and paging move little and repaint little.
 */
export function widestTexts<Item extends RowData>(
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

/** Inserts a text among the longest ones, the longest first. */
function keepLongest(longest: string[], text: unknown) {
  if (typeof text !== 'string') return
  const last = longest[candidateCount - 1]
  if (last !== undefined && last.length >= text.length) return
  longest.push(text)
  longest.sort((one, other) => other.length - one.length)
  longest.length = Math.min(longest.length, candidateCount)
}
