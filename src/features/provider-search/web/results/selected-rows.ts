import type { Provider } from '../../contract.ts'
import type { ResultsTable } from './use-result-table.tsx'

/** The providers to print or export, from all pages in sort order: the selected ones, or all if none is selected. */
export function getSelectedProviders(table: ResultsTable): { providers: Provider[]; areSelected: boolean } {
  const rows = table.getSortedRowModel().rows
  const selected = rows.filter((row) => row.getIsSelected())
  const areSelected = selected.length > 0
  return { providers: (areSelected ? selected : rows).map(({ original }) => original), areSelected }
}
