import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWait } from '#authorizations/rules.ts'
import { filterOptions } from '#platform/web/combo-box/option-search.ts'
import { Skeleton } from '#platform/web/content-states.tsx'
import type { PendingOfClient } from '#today/contract.ts'
import type { ClientOption } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { clientsQuery, pendingQuery } from './open-client.ts'

/** More rows than this are found faster by name. */
const maxRows = 20

type ClientListProps = {
  /** The client being opened, if any. */
  openingId: string | undefined
  onChoose: (client: ClientOption) => void
}

/**
 * All clients with their pending authorizations, most first, and a field that finds them by name. The rows appear once
 * their order is known and keep it, so that none moves under the pointer.
 */
export function ClientList({ openingId, onChoose }: ClientListProps) {
  const [name, setName] = useState('')
  const clients = useQuery(clientsQuery)
  const pending = useQuery(pendingQuery)
  const counts = new Map(pending.data?.map((each) => [each.id, each]))
  const [order, setOrder] = useState<readonly string[]>()
  if (!order && clients.data && !pending.isPending) setOrder(orderByPending(clients.data, counts))
  if (clients.isError) return null
  if (!clients.data || !order) return <Skeleton label={messages.loadingPending} heights={skeletonHeights} />
  const options = clients.data
    .map(({ id, label }) => ({ value: id, label }))
    .toSorted((one, other) => findPlace(order, one.value) - findPlace(order, other.value))
  const found = filterOptions(options, name)
  const chooseOnly = () => {
    const [only, ...others] = found
    if (only && others.length === 0 && openingId === undefined)
      onChoose({ id: only.value, label: only.label })
  }
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
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Enter' && !nativeEvent.isComposing) chooseOnly()
            }}
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
              <Pending counted={counts.get(id)} />
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

/** As high as the longest list, so that the footer does not move up into the page. */
const skeletonHeights = [36, ...Array<number>(maxRows).fill(28)]

type Counts = ReadonlyMap<string, PendingOfClient>

/** Returns the ids of the clients, those with the most pending authorizations first. */
function orderByPending(clients: readonly ClientOption[], counts: Counts): string[] {
  const countPending = ({ id }: ClientOption) => counts.get(id)?.pending ?? 0
  return clients.toSorted((one, other) => countPending(other) - countPending(one)).map(({ id }) => id)
}

/** The place of a client. One that is new comes last. */
function findPlace(order: readonly string[], id: string): number {
  const place = order.indexOf(id)
  return place < 0 ? order.length : place
}

const Pending = ({ counted }: { counted: PendingOfClient | undefined }) =>
  counted !== undefined &&
  counted.oldestMinutes !== null && (
    <span className={classes.pending}>
      <b>{messages.pending(counted.pending)}</b>
      <span>{messages.oldest(formatWait(counted.oldestMinutes))}</span>
    </span>
  )
