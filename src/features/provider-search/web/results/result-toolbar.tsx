import { Button } from '@mantine/core'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ColumnChooser } from '#platform/web/table/column-chooser.tsx'
import { messages } from '../../messages.ts'
import { ResultActions } from './result-actions.tsx'
import classes from './results.module.css'
import { SortChoice } from './sort-choice.tsx'
import type { ResultsOnPage } from './use-export-print.ts'

/**
 * The selection across all pages, the actions on the results, and column or sort choices. When a pressed button
 * disappears, the focus moves to the first remaining one.
 */
export function ResultToolbar({ hasColumns, ...results }: ResultsOnPage & { hasColumns: boolean }) {
  const { table } = results
  const all = table.getCoreRowModel().rows.length
  const selected = table.getSelectedRowIds().length
  const choices = useRef<HTMLDivElement>(null)
  const press = (select: () => void) => () => {
    flushSync(select)
    if (document.activeElement === document.body) choices.current?.querySelector('button')?.focus()
  }
  return (
    <div className={classes.toolbar}>
      <div ref={choices} className={classes.selection}>
        {!hasColumns && !table.getIsAllPageRowsSelected() && (
          <Button
            size="compact-md"
            variant="default"
            onClick={press(() => table.toggleAllPageRowsSelected(true))}
          >
            {messages.selectPage}
          </Button>
        )}
        {selected < all && (
          <Button
            size="compact-md"
            variant="default"
            onClick={press(() => table.toggleAllRowsSelected(true))}
          >
            {messages.selectAll(all)}
          </Button>
        )}
        {selected > 0 && (
          <Button size="compact-md" variant="default" onClick={press(() => table.resetRowSelection(true))}>
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
