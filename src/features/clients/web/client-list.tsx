import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { type ClientOption, listClients } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'

type ClientChoiceProps = { isGoing: boolean; onChoose: (client: ClientOption) => void }

/** All clients with a filter, and the button that opens the chosen one. */
export function ClientChoice({ isGoing, onChoose }: ClientChoiceProps) {
  const clients = useQuery({
    queryKey: ['clients'],
    queryFn: ({ signal }) => call(listClients, {}, signal).then(({ clients }) => clients),
  })
  useErrorNotice(clients, messages.clientsFailed)
  const [chosen, choose] = useState('')
  const choices = useMemo(
    () => (clients.data ?? []).map(({ id, label }) => ({ value: id, label })),
    [clients.data],
  )
  const client = clients.data?.find(({ id }) => id === chosen)
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (client) onChoose(client)
  }
  return (
    <form className={classes.choice} onSubmit={go}>
      <ComboBox
        label={messages.client}
        options={choices}
        value={chosen}
        onChange={choose}
        placeholder={messages.choose}
        loading={clients.isPending}
        error={clients.isError && messages.clientsFailed}
      />
      <Button type="submit" disabled={!client} loading={isGoing}>
        {messages.go}
      </Button>
      {clients.isError && (
        <Button variant="default" onClick={() => void clients.refetch()}>
          {messages.tryAgain}
        </Button>
      )}
    </form>
  )
}
