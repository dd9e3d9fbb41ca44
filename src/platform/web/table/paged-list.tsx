import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Cell, RowData } from '@tanstack/react-table'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../messages.ts'
import cardsClasses from './cards.module.css'
import { ColumnChooser } from './column-chooser.tsx'
import { ListPager } from './list-pager.tsx'
import { ListTable } from './list-table.tsx'
import classes from './table.module.css'
import type { Features, PagedTable } from './table-features.ts'
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

type ListCardsProps<Item extends RowData> = { table: PagedTable<Item>; label: string }

/** A page of a list as cards for narrow screens; empty values are omitted. */
function ListCards<Item extends RowData>({ table, label }: ListCardsProps<Item>) {
  return (
    <ul className={cardsClasses.cards} aria-label={label}>
      {table.getRowModel().rows.map((row) => {
        const [head, ...cells] = row.getAllCells()
        const facts = cells.filter((cell) => !isWay(cell) && cell.getValue() !== undefined)
        return (
          <li key={row.id} className={cardsClasses.card}>
            {head && (
              <h2>
                <table.FlexRender cell={head} />
              </h2>
            )}
            <dl>
              {facts.map((cell) => (
                <div key={cell.id} data-kind={cell.column.columnDef.meta?.kind}>
                  <dt>{cell.column.columnDef.meta?.label}</dt>
                  <dd>
                    <table.FlexRender cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
            <div className={cardsClasses.ways}>
              {cells.filter(isWay).map((cell) => (
                <table.FlexRender key={cell.id} cell={cell} />
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const isWay = <Item extends RowData>({ column }: Cell<Features, Item>) =>
  column.columnDef.meta?.kind === 'way'

const upwards = ':up'
const downwards = ':down'

/** The sort order of cards: by any column, ascending or descending, or unsorted. */
function SortChoice<Item extends RowData>({ table }: { table: PagedTable<Item> }) {
  const [sorted] = table.state.sorting
  const orders = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap(({ id, columnDef: { meta } }) => [
      { value: id + upwards, label: `${meta?.label} ↑` },
      { value: id + downwards, label: `${meta?.label} ↓` },
    ])
  const choose = (value: string) => {
    const [id = '', direction] = value.split(/(?=:)/)
    table.setSorting(value ? [{ id, desc: direction === downwards }] : [])
  }
  return (
    <NativeSelect
      label={messages.table.sortBy}
      size="sm"
      value={sorted ? sorted.id + (sorted.desc ? downwards : upwards) : ''}
      data={[{ value: '', label: messages.table.unsorted }, ...orders]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}
