import { Button } from '@mantine/core'
import { messages } from '../../messages.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { ResultActions } from './result-actions.tsx'
import classes from './results.module.css'
import { SortChoice } from './sort-choice.tsx'
import type { ResultsOnPage } from './use-take-away.ts'

/** What is selected, across all pages, what can be taken away, and how the results are shown. */
export function ResultToolbar({ hasColumns, ...results }: ResultsOnPage & { hasColumns: boolean }) {
  const { table } = results
  const all = table.getCoreRowModel().rows.length
  const selected = table.getSelectedRowIds().length
  return (
    <div className={classes.toolbar}>
      <div className={classes.selection}>
        {!hasColumns && !table.getIsAllPageRowsSelected() && (
          <Button size="compact-md" variant="default" onClick={() => table.toggleAllPageRowsSelected(true)}>
            {messages.selectPage}
          </Button>
        )}
        {selected < all && (
          <Button size="compact-md" variant="default" onClick={() => table.toggleAllRowsSelected(true)}>
            {messages.selectAll(all)}
          </Button>
        )}
        {selected > 0 && (
          <Button size="compact-md" variant="default" onClick={() => table.resetRowSelection(true)}>
            {messages.clearSelection}
          </Button>
        )}
        <span role="status">{selected > 0 && messages.selected(selected)}</span>
      </div>
      <div className={classes.selection}>
        <ResultActions {...results} />
        {hasColumns ? <ColumnChooser table={table} /> : <SortChoice table={table} />}
      </div>
    </div>
  )
}
