import { type Cell, type Column, FlexRender, type RowData } from '@tanstack/react-table'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Exported } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { useNarrowScreen } from '../page/use-screen.ts'
import { DataCards } from './data-cards.tsx'
import { DataTable } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListPager } from './list-pager.tsx'
import classes from './paged-list.module.css'
import { readSheet } from './sheet-columns.ts'
import type { Features, TableInstance, TableRow } from './table-columns.ts'
import { ColumnChooser, SortChoice } from './table-options.tsx'
import { type ListProps, useDataTable } from './use-data-table.ts'

/** Lists with more columns have a column chooser. */
const maxColumns = 8
/** The number of text columns that fit on a portrait page. */
const maxPortraitColumns = 9

const readOnly = createContext(false)
/** Whether what it surrounds can only be read: it has no downloads and no notes. */
export const ReadOnlyProvider = readOnly.Provider
export const useReadOnly = () => useContext(readOnly)

/** A list shown in pages. */
export function PagedList<Item extends RowData>({
  label,
  header,
  exportedAs,
  wholeList,
  onOpen,
  ...list
}: ListProps<Item> & Omit<ListPageProps<Item>, 'table' | 'hasChoice'>) {
  const table = useDataTable(list)
  return (
    <ListPage
      table={table}
      label={label}
      header={header}
      exportedAs={exportedAs}
      wholeList={wholeList}
      onOpen={onOpen}
      hasChoice={list.columnsKey !== undefined}
    />
  )
}

type ListPageProps<Item extends RowData> = {
  table: TableInstance<Item>
  label: string
  /** Whether users can choose the visible columns. */
  hasChoice: boolean
  /** What a download of the rows is recorded as; without it, there is none. */
  exportedAs?: Exported | undefined
  /** The rows that a download has if the page has loaded only some of them. */
  wholeList?: { rows: number; load: () => Promise<readonly Item[]> } | undefined
  /** Content above the list, on one line with its tools. */
  header?: ReactNode
  /** Opens an item. A click anywhere in its row does so, except on a control. */
  onOpen?: (item: Item) => void
}

/**
 * A page of a list: a dense table, or cards with the first column as the heading on narrow screens. In print,
 * all rows are in one table.
 */
export function ListPage<Item extends RowData>(props: ListPageProps<Item>) {
  const { table, label, hasChoice, exportedAs, wholeList, header, onOpen } = props
  const isNarrow = useNarrowScreen()
  const isPrinting = useIsPrinting()
  const longestTexts = useLongestTexts(table)
  const top = useRef<HTMLDivElement>(null)
  const hasChooser = !isNarrow && hasChoice && table.getAllLeafColumns().length > maxColumns
  const texts = table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta?.kind !== 'action')
  const rows = table.getRowCount()
  const isReadOnly = useReadOnly()
  const download = exportedAs && !isReadOnly && rows > 0 && (
    <ExportMenu
      exported={exportedAs}
      rows={wholeList?.rows ?? rows}
      readSheet={async () => readSheet(table, isNarrow, await wholeList?.load())}
    />
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
        <DataCards
          table={table}
          label={label}
          renderCard={(row) => <ListCard table={table} row={row} />}
          onOpen={onOpen}
        />
      ) : (
        <DataTable
          table={table}
          label={label}
          isWhole={isPrinting}
          isFitted
          onOpen={onOpen}
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
      {rows > 0 && (
        <ListPager
          table={table}
          label={messages.table.pages(label)}
          isNarrow={isNarrow}
          top={() => top.current}
        />
      )}
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

type ListCardProps<Item extends RowData> = { table: TableInstance<Item>; row: TableRow<Item> }

/**
 * A row as a card, which folds the values of most columns that the table hides at first. Empty values are omitted.
 */
function ListCard<Item extends RowData>({ table, row }: ListCardProps<Item>) {
  const { columnVisibility = {} } = table.initialState
  const [head, ...cells] = row.getAllCells()
  const values = cells.filter((cell) => !isAction(cell) && cell.getValue() !== undefined)
  const isFolded = ({ column }: CardCell<Item>) =>
    columnVisibility[column.id] === false && !column.columnDef.meta?.isOnCard
  const isInHeading = ({ column }: CardCell<Item>) => column.columnDef.meta?.isInHeading
  const folded = values.filter(isFolded)
  return (
    <div className={classes.card}>
      <div className={classes.heading}>
        {head && (
          <h2>
            <FlexRender cell={head} />
          </h2>
        )}
        <CardValues cells={values.filter(isInHeading)} />
      </div>
      <CardValues cells={values.filter((cell) => !isFolded(cell) && !isInHeading(cell))} />
      {folded.length > 0 && (
        <details className={classes.more}>
          <summary>{messages.table.more}</summary>
          <CardValues cells={folded} />
        </details>
      )}
      <div className={classes.actions}>
        {cells.filter(isAction).map((cell) => (
          <FlexRender key={cell.id} cell={cell} />
        ))}
      </div>
    </div>
  )
}

type CardCell<Item extends RowData> = Cell<Features, Item>

const isAction = <Item extends RowData>({ column }: CardCell<Item>) =>
  column.columnDef.meta?.kind === 'action'

/** Values with their labels. */
const CardValues = <Item extends RowData>({ cells }: { cells: CardCell<Item>[] }) =>
  cells.length > 0 && (
    <dl>
      {cells.map((cell) => (
        <div key={cell.id} data-kind={cell.column.columnDef.meta?.kind}>
          <dt>{cell.column.columnDef.meta?.label}</dt>
          <dd>
            <FlexRender cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )

/**
 * The longest texts of each column across all rows, one per line, if there is more than one page. They
 * reserve the column width no matter which rows are shown, so sorting and paging shift and repaint little.
 */
function useLongestTexts<Item extends RowData>(table: TableInstance<Item>) {
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
