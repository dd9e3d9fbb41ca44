import { messages } from '../../messages.ts'
import { HeaderCell } from './header-cell.tsx'
import { PageCheckbox } from './page-checkbox.tsx'
import classes from './results.module.css'
import type { ResultsTable } from './use-result-table.ts'

/** A page of results as a table. Plain elements: fifty rows answer at once. */
export function ResultTable({ table }: { table: ResultsTable }) {
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={messages.results}>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <PageCheckbox table={table} />
            </th>
            {table.getFlatHeaders().map((header) => (
              <HeaderCell key={header.id} table={table} header={header} />
            ))}
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
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} data-column={cell.column.id} data-kind={cell.column.columnDef.meta?.kind}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
