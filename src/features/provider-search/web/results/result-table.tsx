import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { FlexRender, type Header } from '@tanstack/react-table'
import { memo, use } from 'react'
import { HorizontalScroll } from '#platform/web/horizontal-scroll.tsx'
import { deferUpdate } from '#platform/web/table/defer-update.ts'
import type { Features } from '#platform/web/table/table-features.ts'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import type { MapListSync } from '../map/use-map-list-sync.ts'
import { RowActionContext } from '../row-action.ts'
import classes from './result-table.module.css'
import { RowActionCell } from './row-action-cell.tsx'
import { ShowOnMap } from './show-on-map.tsx'
import type { ResultRow, ResultsTable } from './use-result-table.tsx'

type ResultTableProps = {
  table: ResultsTable
  /** Links to the map, if there is one. */
  moves: MapListSync | undefined
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback: ((provider: Provider) => void) | undefined
}

/** A page of results as a table, built from plain elements so that fifty rows render fast. */
export function ResultTable({ table, moves, onFeedback }: ResultTableProps) {
  const action = use(RowActionContext)
  const columns = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  return (
    <HorizontalScroll>
      <table className={classes.table} aria-label={messages.results}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <PageCheckbox table={table} />
            </th>
            {action && (
              <th scope="col" className={classes.action}>
                {action.label}
              </th>
            )}
            {table.getFlatHeaders().map((header) => (
              <HeaderCell key={header.id} table={table} header={header} />
            ))}
            {onFeedback && (
              <th scope="col" className={classes.map}>
                <VisuallyHidden>{messages.feedback.action}</VisuallyHidden>
              </th>
            )}
            {moves && (
              <th scope="col" className={classes.map}>
                <VisuallyHidden>{messages.mapColumn}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
              <td className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={messages.select(row.original.name)}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
              {action && (
                <td className={classes.action}>
                  <RowActionCell provider={row.original} />
                </td>
              )}
              <ResultCells row={row} columns={columns} />
              {onFeedback && (
                <td className={classes.map}>
                  <FeedbackButton provider={row.original} onGive={onFeedback} />
                </td>
              )}
              {moves && (
                <td className={classes.map}>
                  <ShowOnMap provider={row.original} moves={moves} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  )
}

/** The cells of a row; they re-render when the columns change, not when the selection does. */
const ResultCells = memo(function ResultCells({ row }: { row: ResultRow; columns: string }) {
  return row.getVisibleCells().map((cell) => (
    <td key={cell.id} data-column={cell.column.id} data-kind={cell.column.columnDef.meta?.kind}>
      <FlexRender cell={cell} />
    </td>
  ))
})

/** Selects or clears all rows on the page; the check box is indeterminate when only some are selected. */
function PageCheckbox({ table }: { table: ResultsTable }) {
  const isAll = table.getIsAllPageRowsSelected()
  const isSome = !isAll && table.getIsSomePageRowsSelected()
  return (
    <input
      type="checkbox"
      aria-label={messages.selectPage}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome
      }}
      onChange={() => table.toggleAllPageRowsSelected(!isAll)}
    />
  )
}

const words = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort } as const

type HeaderCellProps = { table: ResultsTable; header: Header<Features, Provider> }

/** A column header: a button that cycles through ascending, descending and unsorted. */
function HeaderCell({ table, header }: HeaderCellProps) {
  const { column } = header
  const sorted = column.getIsSorted()
  const sort = column.getToggleSortingHandler()
  const Icon = icons[sorted || 'none']
  return (
    <th
      scope="col"
      aria-sort={sorted ? words[sorted] : 'none'}
      data-column={column.id}
      data-kind={column.columnDef.meta?.kind}
    >
      <button type="button" className={classes.sorter} onClick={(event) => deferUpdate(() => sort?.(event))}>
        <table.FlexRender header={header} />
        <Icon size={14} stroke={sorted ? 2.5 : 1.5} aria-hidden data-sorted={sorted || undefined} />
      </button>
    </th>
  )
}
