import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  type ReactTable,
  type Row,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import type { SheetValue } from './sheet-file.ts'

export type ExportOptions<Item> = {
  /** The value in a downloaded file, if it differs from the text shown. */
  exported?: (item: Item) => SheetValue
  /** Columns whose values are in the cells of this one while they are hidden. */
  includes?: readonly string[]
}

export const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as {
    label: string
    kind?: 'number' | 'short' | 'long' | 'action'
    /** Whether a card shows the value next to its heading. */
    isInHeading?: boolean
    /** Whether a card shows the value even if the table hides the column at first. */
    isOnCard?: boolean
    /** The text shown for an item, if it differs from the column's value. */
    shown?: (item: never) => string | null
  } & ExportOptions<never>,
})
export type Features = typeof features
export type TableInstance<Item extends RowData> = ReactTable<Features, Item>
export type TableColumn<Item extends RowData> = ColumnDef<Features, Item>
export type TableRow<Item extends RowData> = Row<Features, Item>

type Comparable = { getValue: (columnId: string) => unknown }
const byOrder = (one: Comparable, other: Comparable, id: string) => {
  const [earlier, later] = [String(one.getValue(id)), String(other.getValue(id))]
  return earlier === later ? 0 : earlier < later ? -1 : 1
}
const byWords = (one: Comparable, other: Comparable, id: string) =>
  collate(String(one.getValue(id)), String(other.getValue(id)))

type Words<Item> = (item: Item) => string | null

const toDay =
  <Item>(of: Words<Item>): Words<Item> =>
  (item) => {
    const day = of(item)
    return day && formatDay(day)
  }

/** Empty values come last in either direction. */
const lastUndefined = { sortUndefined: 'last' } as const

type SortedRows<Item> = { getPrePaginatedRowModel: () => { rows: { original: Item }[] } }

/** Column factories of a list. */
export function createColumns<Item extends RowData>() {
  const column = createColumnHelper<Features, Item>()
  const renderCell = (of: Words<Item>) => (item: Item) => of(item) ?? undefined
  return {
    text: (id: string, label: string, of: Words<Item>, kind?: 'short' | 'long') => {
      const meta = { label, ...(kind && { kind }) }
      return column.accessor(renderCell(of), { id, header: label, sortFn: byWords, ...lastUndefined, meta })
    },
    /** A text column with custom rendering, such as a link. */
    custom: (id: string, label: string, of: Words<Item>, draw: (item: Item) => ReactNode) =>
      column.accessor(renderCell(of), {
        id,
        header: label,
        sortFn: byWords,
        ...lastUndefined,
        cell: ({ row }) => draw(row.original),
        meta: { label },
      }),
    /**
     * A date (YYYY-MM-DD) or a timestamp (ISO 8601): sorted by `of`, shown as a date or with custom
     * rendering.
     */
    time: (id: string, label: string, of: Words<Item>, shown = toDay(of)) =>
      column.accessor(renderCell(of), {
        id,
        header: label,
        sortFn: byOrder,
        ...lastUndefined,
        cell: ({ row }) => shown(row.original),
        meta: { label, kind: 'short', shown },
      }),
    /** A number shown as text with custom sorting. */
    number: (id: string, label: string, of: Words<Item>, order: (one: Item, other: Item) => number) =>
      column.accessor(renderCell(of), {
        id,
        header: label,
        ...lastUndefined,
        sortDescFirst: false,
        sortFn: (one, other) => order(one.original, other.original),
        meta: { label, kind: 'number' },
      }),
    /** A column with a link or a button for each item. The function lists all items in the order of the table. */
    action: (id: string, label: string, draw: (item: Item, listItems: () => Item[]) => ReactNode) => {
      const cell = ({ row, table }: { row: { original: Item }; table: SortedRows<Item> }) =>
        draw(row.original, () => table.getPrePaginatedRowModel().rows.map(({ original }) => original))
      return column.display({ id, header: label, cell, enableHiding: false, meta: { label, kind: 'action' } })
    },
    all: column.columns,
  }
}

/** The column with its value next to the heading of a card. */
export const inHeading = <Column extends { meta?: object | undefined }>(column: Column): Column => ({
  ...column,
  meta: { ...column.meta, isInHeading: true },
})

/** The column with its value on each card, even if the table hides the column at first. */
export const onCard = <Column extends { meta?: object | undefined }>(column: Column): Column => ({
  ...column,
  meta: { ...column.meta, isOnCard: true },
})

let collator: Intl.Collator | undefined

/**
 * Compares text for people: ignores case and accents and orders numbers by value. The collator is created on
 * first use, because creating it takes as long as rendering a page of rows.
 */
function collate(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return collator.compare(one, other)
}
