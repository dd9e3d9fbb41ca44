import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { shownDay } from '../../contract/calendar.ts'

export const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as { label: string; kind?: 'number' | 'short' | 'long' | 'way' },
})
export type Features = typeof features
export type PagedTable<Item extends RowData> = ReactTable<Features, Item>
export type PagedColumn<Item extends RowData> = ColumnDef<Features, Item>

type Comparable = { getValue: (columnId: string) => unknown }
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const byOrder = (one: Comparable, other: Comparable, id: string) =>
  String(one.getValue(id)) < String(other.getValue(id)) ? -1 : 1
const byWords = (one: Comparable, other: Comparable, id: string) =>
  collator.compare(String(one.getValue(id)), String(other.getValue(id)))

/** The ways to make a column of a list: what has no value comes last, however it is sorted. */
export function columnsOf<Item extends RowData>() {
  const column = createColumnHelper<Features, Item>()
  type Text = (item: Item) => string | null
  return {
    text: (id: string, label: string, of: Text, kind?: 'short' | 'long') =>
      column.accessor((item) => of(item) ?? undefined, {
        id,
        header: label,
        sortFn: byWords,
        sortUndefined: 'last',
        meta: { label, ...(kind && { kind }) },
      }),
    /** A day that travels as YYYY-MM-DD, or an instant as ISO 8601, shown as told. */
    time: (id: string, label: string, of: Text, shown = shownDay) =>
      column.accessor((item) => of(item) ?? undefined, {
        id,
        header: label,
        cell: ({ getValue }) => {
          const value = getValue()
          return value && shown(value)
        },
        sortFn: byOrder,
        sortUndefined: 'last',
        meta: { label, kind: 'short' },
      }),
    /** A number, shown as a text, sorted as told. */
    number: (id: string, label: string, of: Text, order: (one: Item, other: Item) => number) =>
      column.accessor((item) => of(item) ?? undefined, {
        id,
        header: label,
        sortFn: (one, other) => order(one.original, other.original),
        sortUndefined: 'last',
        sortDescFirst: false,
        meta: { label, kind: 'number' },
      }),
    /** A way on from the item. */
    way: (id: string, label: string, draw: (item: Item) => ReactNode) =>
      column.display({
        id,
        header: label,
        cell: ({ row }) => draw(row.original),
        enableHiding: false,
        meta: { label, kind: 'way' },
      }),
    all: column.columns,
  }
}
