import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
import { ResultCards } from './result-cards.tsx'
import { ResultPager } from './result-pager.tsx'
import { ResultTable } from './result-table.tsx'
import { ResultToolbar } from './result-toolbar.tsx'
import classes from './results.module.css'
import { useResultTable } from './use-result-table.ts'

type ResultsProps = {
  search: SearchInfo
  submitted: SearchValues
  shown: Provider[]
  /** How many there are at most, where there are more. */
  limit: number | undefined
}

/**
 * The providers of a search: order, page and selection are the table's, whatever shows them — a table on wide
 * screens, cards on narrow ones.
 */
export function Results({ search, submitted, shown, limit }: ResultsProps) {
  const table = useResultTable(shown, search, submitted)
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.results}>
      {limit && (
        <Alert role="status" color="amber" variant="light" className={classes.warning}>
          {messages.moreThan(limit)}
        </Alert>
      )}
      <ResultToolbar table={table} isNarrow={isNarrow ?? false} />
      {isNarrow ? <ResultCards table={table} unit={search.unit} /> : <ResultTable table={table} />}
      <ResultPager table={table} isNarrow={isNarrow ?? false} />
    </div>
  )
}
