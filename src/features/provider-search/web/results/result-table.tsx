import { VisuallyHidden } from '@mantine/core'
import { FlexRender } from '@tanstack/react-table'
import { memo, use } from 'react'
import { HorizontalScroll } from '#platform/web/horizontal-scroll.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import type { MapListSync } from '../map/use-map-list-sync.ts'
import { RowActionContext } from '../row-action.ts'
import { HeaderCell } from './header-cell.tsx'
import { PageCheckbox } from './page-checkbox.tsx'
import classes from './result-table.module.css'
import { RowActionCell } from './row-action-cell.tsx'
import { ShowOnMap } from './show-on-map.tsx'
import type { ResultRow, ResultsTable } from './use-result-table.ts'

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
