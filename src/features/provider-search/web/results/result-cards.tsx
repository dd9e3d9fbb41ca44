import type { Provider } from '../../contract.ts'
import type { Unit } from '../../rules.ts'
import type { MapListSync } from '../map/use-map-list-sync.ts'
import { ResultCard } from './result-card.tsx'
import classes from './result-cards.module.css'
import type { ResultsTable } from './use-result-table.ts'

type ResultCardsProps = {
  table: ResultsTable
  unit: Unit
  /** Links to the map, if there is one. */
  moves: MapListSync | undefined
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback: ((provider: Provider) => void) | undefined
}

/** A page of results as cards, for narrow screens. */
export function ResultCards({ table, unit, moves, onFeedback }: ResultCardsProps) {
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
            moves={moves}
            onFeedback={onFeedback}
          />
        </li>
      ))}
    </ul>
  )
}
