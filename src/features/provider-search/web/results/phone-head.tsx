import { VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef } from 'react'
import { SortChoice } from '#platform/web/table/table-options.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import type { SearchCircle } from '../search-request.ts'
import { describeSearch } from './describe-search.ts'
import { clearAndFocus, FilterButton, FilterStatus, type FiltersProps } from './facet-bar.tsx'
import classes from './phone-head.module.css'
import type { ResultsOnPage } from './use-export-print.tsx'

type PhoneHeadProps = Pick<ResultsOnPage, 'table' | 'search' | 'submitted'> &
  FiltersProps & {
    found: readonly Provider[]
    circle: SearchCircle | undefined
  }

/**
 * One row above the results of a phone: what was searched, the filters and the order. The rest of the toolbar is below
 * the list, so that the first provider can be called without scrolling.
 */
export function PhoneHead({ table, search, submitted, facets, onOpen, found, circle }: PhoneHeadProps) {
  const queries = useQueryClient()
  const filters = useRef<HTMLButtonElement>(null)
  const parts = new Map(describeSearch(queries, search, submitted, found))
  const place = circle?.label ?? parts.get(messages.place)
  const type = parts.get(messages.providerType)
  const name = parts.get(messages.providerName)
  const searched = [name && type === messages.everyType ? undefined : type, name, place]
  return (
    <>
      <div className={classes.head}>
        <button type="button" className={classes.search} onClick={focusForm}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          <span>
            <VisuallyHidden>{messages.changeSearch}</VisuallyHidden> {searched.filter(Boolean).join(' · ')}
          </span>
        </button>
        {facets.facets.length > 0 && (
          <FilterButton facets={facets} onOpen={onOpen} label={messages.facets.label} ref={filters} />
        )}
        <SortChoice table={table} unsorted={messages.asFound} className={classes.sort} />
      </div>
      <FilterStatus facets={facets} onClear={() => clearAndFocus(facets, filters)} />
    </>
  )
}

/** Moves the focus to the first field of the search, which the page then scrolls to. */
const focusForm = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget
    .closest('article')
    ?.querySelector<HTMLElement>('form :is(input, select):not([readonly], [type=radio])')
    ?.focus()
