import { useMediaQuery } from '@mantine/hooks'
import type { RowData } from '@tanstack/react-table'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../messages.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { ListCards } from './list-cards.tsx'
import { ListPager } from './list-pager.tsx'
import { ListTable } from './list-table.tsx'
import { SortChoice } from './sort-choice.tsx'
import classes from './table.module.css'
import type { PagedTable } from './table-features.ts'
import { type ListProps, usePagedTable } from './use-paged-table.ts'

const maxColumns = 8

/** A list shown in pages. */
export function PagedList<Item extends RowData>({ label, ...list }: ListProps<Item> & { label: string }) {
  const table = usePagedTable(list)
  return <ListPage table={table} label={label} hasChoice={list.columnsKey !== undefined} />
}

type ListPageProps<Item extends RowData> = {
  table: PagedTable<Item>
  label: string
  /** Whether users can choose the visible columns. */
  hasChoice: boolean
}

/**
 * A page of a list: a dense table, or cards with the first column as the heading on narrow screens. In print,
 * all rows are in one table.
 */
export function ListPage<Item extends RowData>({ table, label, hasChoice }: ListPageProps<Item>) {
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const isPrinting = useIsPrinting()
  const top = useRef<HTMLDivElement>(null)
  const hasChooser = !isNarrow && hasChoice && table.getAllLeafColumns().length > maxColumns
  return (
    <div ref={top} className={classes.list}>
      {(isNarrow || hasChooser) && (
        <div className={classes.toolbar}>
          {isNarrow ? <SortChoice table={table} /> : <ColumnChooser table={table} />}
        </div>
      )}
      {isNarrow && !isPrinting ? (
        <ListCards table={table} label={label} />
      ) : (
        <ListTable table={table} label={label} isWhole={isPrinting} />
      )}
      <ListPager
        table={table}
        label={messages.table.pages(label)}
        isNarrow={isNarrow}
        top={() => top.current}
      />
    </div>
  )
}

/** Whether the page is being printed. Updates render before the browser lays out the paper. */
function useIsPrinting() {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
