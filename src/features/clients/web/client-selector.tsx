import { Title } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import type { ClientOption } from '../contract.ts'
import { messages } from '../messages.ts'
import { ClientChoice } from './client-list.tsx'
import classes from './clients.module.css'
import { freshConfiguration } from './configuration-store.ts'
import { keepViewedClient } from './current-client-store.ts'
import { keepRecent } from './recent-clients.ts'
import { RecentClients } from './recent-clients-list.tsx'
import { SelectorSearches } from './selector-searches.tsx'

/** The client selector of internal staff. Calls `onChosen` unless they navigate elsewhere first. */
export function ClientSelector({ onChosen }: { onChosen: (client: ClientOption) => Promise<void> }) {
  const [going, setGoing] = useState<string>()
  const choose = async ({ id }: ClientOption) => {
    setGoing(id)
    dismissError()
    try {
      const { clientName: label } = await freshConfiguration(id)
      const client = { id, label }
      keepViewedClient(client)
      keepRecent(client)
      await onChosen(client)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 401) showError(messages.configurationFailed)
    } finally {
      setGoing(undefined)
    }
  }
  const onChoose = (client: ClientOption) => void choose(client)
  return (
    <article className={classes.selector}>
      <PageTitle>{messages.selector}</PageTitle>
      <Title order={1}>{messages.selector}</Title>
      <ClientChoice isGoing={going !== undefined} onChoose={onChoose} />
      <div className={classes.lists}>
        <RecentClients going={going} onChoose={onChoose} />
        <SelectorSearches />
      </div>
    </article>
  )
}
