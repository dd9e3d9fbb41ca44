import { messages } from '../../messages.ts'
import type { ResultsTable } from './use-result-table.ts'

/** Selects or clears all rows on the page; the check box is indeterminate when only some are selected. */
export function PageCheckbox({ table }: { table: ResultsTable }) {
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
