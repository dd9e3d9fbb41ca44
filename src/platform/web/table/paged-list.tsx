import { useMediaQuery } from '@mantine/hooks'
import type { RowData } from '@tanstack/react-table'
import { useRef } from 'react'
import { ColumnChooser } from './column-chooser.tsx'
import { ListCards } from './list-cards.tsx'
import { ListPager } from './list-pager.tsx'
import { ListTable } from './list-table.tsx'
import { SortChoice } from './sort-choice.tsx'
import classes from './table.module.css'
import { type ListOf, usePagedTable } from './use-paged-table.ts'

const mostColumns = 8

/** A list of which a page is shown: a dense table, or on narrow screens cards whose heads are its first column. */
export function PagedList<Item extends RowData>({ label, ...list }: ListOf<Item> & { label: string }) {
  const table = usePagedTable(list)
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const top = useRef<HTMLDivElement>(null)
  const hasChooser = !isNarrow && list.columnsKey && table.getAllLeafColumns().length > mostColumns
  return (
    <div ref={top} className={classes.list}>
      {(isNarrow || hasChooser) && (
        <div className={classes.toolbar}>
          {isNarrow ? <SortChoice table={table} /> : <ColumnChooser table={table} />}
        </div>
      )}
      {isNarrow ? <ListCards table={table} label={label} /> : <ListTable table={table} label={label} />}
      <ListPager table={table} label={label} isNarrow={isNarrow} onTurned={() => showFromTop(top.current)} />
    </div>
  )
}

/** A page that has been turned is read from its top, if that is out of sight. */
function showFromTop(list: HTMLElement | null) {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
}
