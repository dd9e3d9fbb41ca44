import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { clientSearchMessages } from '../client-search-messages.ts'
import classes from './list-filters.module.css'

const texts = clientSearchMessages.filters

type ListFiltersProps = {
  /** The name of the fields, for screen readers. */
  title: string
  /** What the list is filtered by. */
  summary: string
  isFiltered: boolean
  onClear: () => void
  /** A live region below the fields, which is empty while the list is not filtered. */
  status?: ReactNode
  children: ReactNode
}

/** The filters of a list. On narrow screens, a line says what they are, and the fields open on request. */
export function ListFilters({ title, summary, isFiltered, onClear, status, children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className={classes.summary} data-noprint>
        <p>{summary}</p>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.close : texts.open}
        </Button>
      </div>
      <fieldset
        id={id}
        aria-label={title}
        className={classes.filters}
        data-open={isOpen || undefined}
        data-noprint={!isFiltered || undefined}
      >
        {children}
        {isFiltered && (
          <Button size="sm" variant="default" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </fieldset>
      {status}
    </>
  )
}
