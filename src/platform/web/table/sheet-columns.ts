import type { RowData } from '@tanstack/react-table'
import { clockTimeInTimeZone, parseDay } from '../../contract/date-format.ts'
import { messages } from '../../export-messages.ts'
import { getBootstrapData } from '../bootstrap-data.ts'
import type { Sheet, SheetValue } from './sheet-file.ts'
import { createColumns, type ExportOptions, type TableInstance } from './table-columns.ts'

/** A column with its own values in downloaded files. */
export const withExport = <Item, Column extends { meta?: object }>(
  column: Column,
  options: ExportOptions<Item>,
): Column => ({ ...column, meta: { ...column.meta, ...options } })

/** A column of whole numbers, in downloaded files too. */
export const countColumn = <Item extends RowData>(id: string, label: string, read: (item: Item) => number) =>
  withExport(
    createColumns<Item>().number(
      id,
      label,
      (item) => read(item).toLocaleString('en-US'),
      (one, other) => read(one) - read(other),
    ),
    { exported: (item: Item) => ({ number: read(item), digits: 0 }) },
  )

/**
 * All columns, or the visible ones, each followed by the hidden ones that its cells include, and the rows of all
 * pages, or the given ones. Amounts get a column with their currency if the list has none.
 */
export function readSheet<Item extends RowData>(
  table: TableInstance<Item>,
  hasAllColumns: boolean,
  items: readonly Item[] = table.getPrePaginatedRowModel().rows.map(({ original }) => original),
): Sheet {
  const all = new Map(table.getAllLeafColumns().map((column) => [column.id, column]))
  const shown = hasAllColumns ? table.getAllLeafColumns() : table.getVisibleLeafColumns()
  const ids = new Set(
    shown
      .filter(({ columnDef }) => columnDef.meta?.kind !== 'action')
      .flatMap(({ id, columnDef }) => [id, ...(columnDef.meta?.includes ?? [])]),
  )
  const columns = [...ids].flatMap((id) => all.get(id) ?? [])
  const rows = items.map((item, at) =>
    columns.map(({ accessorFn, columnDef: { meta } }): SheetValue => {
      if (meta?.exported) return meta.exported(item as never)
      const value = (accessorFn?.(item, at) as string | undefined) ?? null
      if (value === null || !meta?.shown) return value
      if (isDay(value)) return { day: value }
      const shown = meta.shown(item as never)
      return isInstant(value) && shown !== null ? readInstant(value, shown) : shown
    }),
  )
  const head = columns.map(({ columnDef }) => columnDef.meta?.label ?? '')
  const currencies = rows.map(findCurrency)
  if (ids.has('currency') || currencies.every((currency) => currency === null)) return { head, rows }
  return {
    head: [...head, messages.currency],
    rows: rows.map((row, at) => [...row, currencies[at] ?? null]),
  }
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)
const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** The time on the portal's clocks, or only the date if the list shows no time. */
function readInstant(instant: string, shown: string): SheetValue {
  const day = parseDay(shown)
  if (day !== undefined) return { day }
  return { clockTime: clockTimeInTimeZone(getBootstrapData().timeZone, instant), shown }
}

function findCurrency(row: readonly SheetValue[]): string | null {
  for (const value of row)
    if (value !== null && typeof value === 'object' && 'currency' in value) return value.currency
  return null
}
