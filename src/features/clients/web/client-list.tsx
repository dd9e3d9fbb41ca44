import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWait } from '#authorizations/rules.ts'
import { filterOptions } from '#platform/web/combo-box/option-search.ts'
import type { PendingOfClient } from '#today/contract.ts'
import type { ClientOption } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { clientsQuery, pendingQuery } from './clients-query.ts'

/** More rows than this are found faster by name. */
const maxRows = 20

type ClientListProps = {
  /** The client being opened, if any. */
  openingId: string | undefined
  onChoose: (client: ClientOption) => void
}

/** All clients with their pending authorizations, most first, and a field that finds them by name. */
export function ClientList({ openingId, onChoose }: ClientListProps) {
  const [name, setName] = useState('')
  const clients = useQuery(clientsQuery)
  const pending = useQuery(pendingQuery)
  if (!clients.data) return null
  const pendingOf = new Map(pending.data?.map((each) => [each.id, each]))
  const options = clients.data
    .map(({ id, label }) => ({ value: id, label }))
    .toSorted((one, other) => countOf(pendingOf, other.value) - countOf(pendingOf, one.value))
  const found = filterOptions(options, name)
  return (
    <section aria-labelledby="all-clients">
      <div className={classes.finder}>
        <h2 id="all-clients">{messages.allClients}</h2>
        {options.length > 1 && (
          <TextInput
            aria-label={messages.findClient}
            placeholder={messages.findClient}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
        )}
      </div>
      <ul className={classes.list}>
        {found.slice(0, maxRows).map(({ value: id, label }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.entry}
              aria-busy={openingId === id}
              disabled={openingId !== undefined}
              onClick={() => onChoose({ id, label })}
            >
              <span>{label}</span>
              <Pending counted={pendingOf.get(id)} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <p role="status">
        {found.length === 0 && messages.noClient}
        {found.length > maxRows && messages.moreClients(maxRows)}
        {pending.isError && ` ${messages.pendingFailed}`}
      </p>
    </section>
  )
}

type Counts = ReadonlyMap<string, PendingOfClient>

const countOf = (counts: Counts, id: string): number => counts.get(id)?.pending ?? 0

const Pending = ({ counted }: { counted: PendingOfClient | undefined }) =>
  counted !== undefined &&
  counted.oldestMinutes !== null && (
    <span className={classes.pending}>
      <b>{messages.pending(counted.pending)}</b>
      <span>{messages.oldest(formatWait(counted.oldestMinutes))}</span>
    </span>
  )
