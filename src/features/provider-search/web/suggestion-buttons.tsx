import { Button, Group } from '@mantine/core'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { formatRange } from './format-range.ts'
import classes from './search.module.css'
import { suggestSearches } from './search-suggestions.ts'
import type { SearchValues } from './search-values.ts'

type SuggestionButtonsProps = {
  search: SearchInfo
  submitted: SearchValues
  onSearch: (values: SearchValues) => void
}

/** Buttons with suggested searches when nothing was found. */
export function SuggestionButtons({ search, submitted, onSearch }: SuggestionButtonsProps) {
  const { wider, allTypes } = suggestSearches(submitted, search)
  return (
    <Group className={classes.suggestions}>
      {wider && (
        <Button variant="default" onClick={() => onSearch(wider)}>
          {messages.widen(formatRange(wider.range, search.unit))}
        </Button>
      )}
      {allTypes && (
        <Button variant="default" onClick={() => onSearch(allTypes)}>
          {messages.allTypes}
        </Button>
      )}
    </Group>
  )
}
