import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useId } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import type { AvailableClients, ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'
import type { MultiClientSearch } from './use-multi-client-search.ts'

const texts = clientSearchMessages

type SearchSummaryProps<Values extends ClientSelection> = {
  search: MultiClientSearch<Values>
  parts: readonly string[]
  editButton: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** One line that says what was searched for, with the button that opens the form again. */
export function SearchSummary<Values extends ClientSelection>({
  search,
  parts,
  editButton,
  children,
}: SearchSummaryProps<Values>) {
  const textId = useId()
  return (
    <section aria-label={texts.criteria} className={classes.summary} data-noprint>
      <p id={textId}>{[...parts, describeClients(search.values, search.offer.clients)].join(' · ')}</p>
      <Button
        ref={editButton}
        size="compact-sm"
        variant="default"
        aria-describedby={textId}
        onClick={search.edit}
      >
        {texts.editSearch}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={search.reset}>
        {texts.reset}
      </Button>
      {children}
    </section>
  )
}

/** The clients of a search: the only one, all, one or two by name, or their number. */
function describeClients(
  { allClients, clients }: ClientSelection,
  offered: AvailableClients['clients'],
): string {
  if (!offered) return texts.clientsLoading
  const [only] = offered
  if (offered.length === 1 && only) return only.name
  if (allClients) return texts.allClients
  const names = offered.filter(({ code }) => clients.includes(code)).map(({ name }) => name)
  return names.length <= 2 ? names.join(', ') : texts.severalClients(names.length)
}
