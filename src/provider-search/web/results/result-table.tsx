import { VisuallyHidden } from '@mantine/core'
import { FlexRender } from '@tanstack/react-table'
import { memo } from 'react'
import { Sideways } from '#platform/web/sideways.tsx'
import { messages } from '../../messages.ts'
import type { MapAndList } from '../map/use-map-and-list.ts'
import { HeaderCell } from './header-cell.tsx'
import { PageCheckbox } from './page-checkbox.tsx'
import classes from './results.module.css'
import { ShowOnMap } from './show-on-map.tsx'
import type { ResultRow, ResultsTable } from './use-result-table.ts'

type ResultTableProps = {
  table: ResultsTable
  /** The ways to the map, where there is one. */
  moves: MapAndList | undefined
}

/** A page of results as a table. Plain elements: fifty rows answer at once. */
export function ResultTable({ table, moves }: ResultTableProps) {
  const columns = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  return (
    <Sideways>
      <table className={classes.table} aria-label={messages.results}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <PageCheckbox table={table} />
            </th>
            {table.getFlatHeaders().map((header) => (
              <HeaderCell key={header.id} table={table} header={header} />
            ))}
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
              <ResultCells row={row} columns={columns} />
              {moves && (
                <td className={classes.map}>
                  <ShowOnMap provider={row.original} moves={moves} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

/** What a row says: drawn anew for other columns, not each time that something is selected. */
const ResultCells = memo(function ResultCells({ row }: { row: ResultRow; columns: string }) {
  return row.getVisibleCells().map((cell) => (
    <td key={cell.id} data-column={cell.column.id} data-kind={cell.column.columnDef.meta?.kind}>
      <FlexRender cell={cell} />
    </td>
  ))
})
