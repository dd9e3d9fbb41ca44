import { UnstyledButton } from '@mantine/core'
import { useStored } from '#platform/web/local-storage.ts'
import type { ClientOption } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { recentClients, recentClientsKey } from './recent-clients.ts'

const none: ClientOption[] = []

type RecentClientsProps = {
  /** The client being opened, if any. */
  openingId: string | undefined
  onChoose: (client: ClientOption) => void
}

/** The recent clients, each with a link to its portal. */
export function RecentClients({ openingId, onChoose }: RecentClientsProps) {
  const [clients] = useStored(recentClientsKey, recentClients, none)
  return (
    <section>
      <h2>{messages.recent}</h2>
      {clients.length === 0 && <p>{messages.noRecent}</p>}
      <ul className={classes.list}>
        {clients.map((client) => (
          <li key={client.id}>
            <UnstyledButton
              className={classes.entry}
              aria-busy={openingId === client.id}
              disabled={openingId !== undefined}
              onClick={() => onChoose(client)}
            >
              {client.label}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
