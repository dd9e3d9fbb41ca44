import type { Unit } from '../../rules.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'
import type { ResultsTable } from './use-result-table.ts'

/** A page of results as cards, for narrow screens. */
export function ResultCards({ table, unit }: { table: ResultsTable; unit: Unit }) {
  return (
    <ul className={classes.cards}>
      {table.getRowModel().rows.map((row) => (
        <li key={row.id} className={classes.card} data-selected={row.getIsSelected() || undefined}>
          <ResultCard
            provider={row.original}
            unit={unit}
            showsTaxId={table.getColumn('tin') !== undefined}
            isSelected={row.getIsSelected()}
            onSelect={row.getToggleSelectedHandler()}
          />
        </li>
      ))}
    </ul>
  )
}
