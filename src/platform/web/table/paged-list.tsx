import { useMediaQuery } from '@mantine/hooks'
import { type Cell, FlexRender, type RowData } from '@tanstack/react-table'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ExportedList } from '../../list-export-contract.ts'
import { messages } from '../../messages.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { DataCards } from './data-cards.tsx'
import { DataTable } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListPager } from './list-pager.tsx'
import classes from './paged-list.module.css'
import { SortChoice } from './sort-choice.tsx'
import type { Features, TableInstance, TableRow } from './table-columns.ts'
import { type ListProps, useDataTable } from './use-data-table.ts'
import { useLongestTexts } from './use-longest-texts.ts'

/** Lists with more columns have a column chooser. */
const maxColumns = 8
/** The number of text columns that fit on a portrait page. */
const maxPortraitColumns = 9

/** A list shown in pages. */
export function PagedList<Item extends RowData>({
  label,
  header,
  exportedAs,
  ...list
}: ListProps<Item> & Pick<ListPageProps<Item>, 'label' | 'header' | 'exportedAs'>) {
  const table = useDataTable(list)
  return <ListPage {...{ table, label, header, exportedAs }} hasChoice={list.columnsKey !== undefined} />
}

type ListPageProps<Item extends RowData> = {
  table: TableInstance<Item>
  label: string
  /** Whether users can choose the visible columns. */
  hasChoice: boolean
  /** The name of a list whose rows can be downloaded. */
  exportedAs?: ExportedList | undefined
  /** Content above the list, on one line with its tools. */
  header?: ReactNode
}

/**
 * A page of a list: a dense table, or cards with the first column as the heading on narrow screens. In print,
 * all rows are in one table.
 */
export function ListPage<Item extends RowData>(props: ListPageProps<Item>) {
  const { table, label, hasChoice, exportedAs, header } = props
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const isPrinting = useIsPrinting()
  const longestTexts = useLongestTexts(table)
  const top = useRef<HTMLDivElement>(null)
  const hasChooser = !isNarrow && hasChoice && table.getAllLeafColumns().length > maxColumns
  const texts = table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta?.kind !== 'action')
  const download = exportedAs && table.getRowCount() > 0 && (
    <ExportMenu table={table} list={exportedAs} hasAllColumns={isNarrow} />
  )
  return (
    <div ref={top} className={classes.list} data-wide={texts.length > maxPortraitColumns || undefined}>
      {isNarrow && (
        <div className={classes.toolbar}>
          {header}
          {download}
          <SortChoice table={table} unsorted={messages.table.unsorted} hasDirections />
        </div>
      )}
      {isNarrow && !isPrinting ? (
        <DataCards table={table} label={label} renderCard={(row) => <ListCard row={row} />} />
      ) : (
        <DataTable
          table={table}
          label={label}
          isWhole={isPrinting}
          isFitted
          longestTexts={longestTexts}
          header={!isNarrow && header}
          tools={
            (download || hasChooser) && (
              <>
                {hasChooser && <ColumnChooser table={table} />}
                {download}
              </>
            )
          }
        />
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

/** A row as a card; empty values are omitted. */
function ListCard<Item extends RowData>({ row }: { row: TableRow<Item> }) {
  const [head, ...cells] = row.getAllCells()
  const values = cells.filter((cell) => !isAction(cell) && cell.getValue() !== undefined)
  return (
    <div className={classes.card}>
      {head && (
        <h2>
          <FlexRender cell={head} />
        </h2>
      )}
      <dl>
        {values.map((cell) => (
          <div key={cell.id} data-kind={cell.column.columnDef.meta?.kind}>
            <dt>{cell.column.columnDef.meta?.label}</dt>
            <dd>
              <FlexRender cell={cell} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        {cells.filter(isAction).map((cell) => (
          <FlexRender key={cell.id} cell={cell} />
        ))}
      </div>
    </div>
  )
}

const isAction = <Item extends RowData>({ column }: Cell<Features, Item>) =>
  column.columnDef.meta?.kind === 'action'
