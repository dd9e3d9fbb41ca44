import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Header, RowData } from '@tanstack/react-table'
import { deferUpdate } from './defer-update.ts'
import classes from './table.module.css'
import type { Features, PagedTable } from './table-features.ts'

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
export function HeaderCell<Item extends RowData>({ table, header, isFirst, widest }: HeaderCellProps<Item>) {
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
