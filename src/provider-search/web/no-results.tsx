import { Button, Group } from '@mantine/core'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { rangeInWords } from './range-in-words.ts'
import classes from './search.module.css'
import type { SearchValues } from './search-values.ts'
import { waysOn } from './ways-on.ts'

type NoResultsProps = {
  search: SearchInfo
  submitted: SearchValues
  onSearch: (values: SearchValues) => void
}

/** That nothing was found, and one button for each sensible way on. */
export function NoResults({ search, submitted, onSearch }: NoResultsProps) {
  const { wider, allTypes } = waysOn(submitted, search)
  return (
    <div className={classes.nothing}>
      <p>{search.messages.noResults}</p>
      <Group>
        {wider && (
          <Button variant="default" onClick={() => onSearch(wider)}>
            {messages.widen(rangeInWords(wider.range, search.unit))}
          </Button>
        )}
        {allTypes && (
          <Button variant="default" onClick={() => onSearch(allTypes)}>
            {messages.allTypes}
          </Button>
        )}
      </Group>
    </div>
  )
}
