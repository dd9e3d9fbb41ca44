import { Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, useFieldValue } from '#platform/web/form/use-app-form.ts'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useStored } from '#platform/web/storage.ts'
import { type ClientOption, listSelectorSearches } from '../contract.ts'
import { messages } from '../messages.ts'
import { ClientList } from './client-list.tsx'
import classes from './clients.module.css'
import { clientsQuery, pendingQuery, recentClients, useEnterClient } from './open-client.ts'

/** The client selector of internal staff. */
export function ClientSelector() {
  const { mutate: onChoose, isPending, variables } = useEnterClient()
  const openingId = isPending ? variables.id : undefined
  const [clients, pending] = [useQuery(clientsQuery), useQuery(pendingQuery)]
  const isListed = !clients.isPending && !pending.isPending
  return (
    <article className={classes.selector}>
      <PageTitle>{messages.selector}</PageTitle>
      <Title order={1}>{messages.selector}</Title>
      <ClientChoice isGoing={openingId !== undefined} onChoose={onChoose} />
      <ClientList openingId={openingId} onChoose={onChoose} />
      {/* Below a list of unknown length, which would push it down. */}
      {isListed && (
        <div className={classes.lists}>
          <RecentClients openingId={openingId} onChoose={onChoose} />
          <SelectorSearches />
        </div>
      )}
    </article>
  )
}

const none: ClientOption[] = []

type RecentClientsProps = {
  /** The client being opened, if any. */
  openingId: string | undefined
  onChoose: (client: ClientOption) => void
}

/** The recent clients, each with a link to its portal. */
function RecentClients({ openingId, onChoose }: RecentClientsProps) {
  const [clients] = useStored(recentClients, none)
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

/** The portal's own and external provider searches, each opening in a new tab. */
function SelectorSearches() {
  const searches = useQuery({
    queryKey: ['selector-searches'],
    queryFn: ({ signal }) => call(listSelectorSearches, {}, signal).then(({ searches }) => searches),
  })
  useErrorNotice(searches, messages.searchesFailed)
  return (
    <section>
      <h2>{messages.searches}</h2>
      {searches.isError && (
        <>
          <p>{messages.searchesFailed}</p>
          <Button variant="default" onClick={() => void searches.refetch()}>
            {messages.tryAgain}
          </Button>
        </>
      )}
      <ul className={classes.list}>
        {searches.data?.map(({ name, url }) => (
          <li key={`${name} ${url}`}>
            <a className={classes.entry} href={url} target="_blank" rel="noopener noreferrer">
              {name}
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
              <VisuallyHidden>{messages.newTab}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const choiceValues = z.object({ client: z.string() })

type ClientChoiceProps = { isGoing: boolean; onChoose: (client: ClientOption) => void }

/** All clients with a filter, and the button that opens the chosen one. */
function ClientChoice({ isGoing, onChoose }: ClientChoiceProps) {
  const clients = useQuery(clientsQuery)
  useErrorNotice(clients, messages.clientsFailed)
  const form = useAppForm({ schema: choiceValues, defaultValues: { client: '' }, idPrefix: 'selector' })
  const chosen = useFieldValue(form, 'client')
  const choices = useMemo(
    () => (clients.data ?? []).map(({ id, label }) => ({ value: id, label })),
    [clients.data],
  )
  const client = clients.data?.find(({ id }) => id === chosen)
  return (
    <Form form={form} className={classes.choice} isBusy={isGoing} onSubmit={() => client && onChoose(client)}>
      <ComboBox
        id={form.fieldId('client')}
        label={messages.client}
        options={choices}
        value={chosen}
        onChange={(client) => form.change({ client })}
        placeholder={messages.choose}
        loading={clients.isPending}
        error={clients.isError && messages.clientsFailed}
      />
      <BusyButton type="submit" disabled={!client} isBusy={isGoing}>
        {messages.go}
      </BusyButton>
      {clients.isError && (
        <Button variant="default" onClick={() => void clients.refetch()}>
          {messages.tryAgain}
        </Button>
      )}
    </Form>
  )
}
