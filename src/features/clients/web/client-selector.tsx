import { Title } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import type { ClientOption } from '../contract.ts'
import { messages } from '../messages.ts'
import { ClientChoice } from './client-list.tsx'
import classes from './clients.module.css'
import { fetchConfiguration } from './configuration-store.ts'
import { storeCurrentClient } from './current-client-store.ts'
import { recordVisit } from './recent-clients.ts'
import { RecentClients } from './recent-clients-list.tsx'
import { SelectorSearches } from './selector-searches.tsx'

/** The client selector of internal staff. Calls `onChosen` once the configuration is loaded. */
export function ClientSelector({ onChosen }: { onChosen: (client: ClientOption) => Promise<void> }) {
  const [openingId, setOpeningId] = useState<string>()
  const choose = async ({ id }: ClientOption) => {
    setOpeningId(id)
    dismissError()
    try {
      const { clientName: label } = await fetchConfiguration(id)
      const client = { id, label }
      storeCurrentClient(client)
      recordVisit(client)
      await onChosen(client)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 401) showError(messages.configurationFailed)
    } finally {
      setOpeningId(undefined)
    }
  }
  const onChoose = (client: ClientOption) => void choose(client)
  return (
    <article className={classes.selector}>
      <PageTitle>{messages.selector}</PageTitle>
      <Title order={1}>{messages.selector}</Title>
      <ClientChoice isGoing={openingId !== undefined} onChoose={onChoose} />
      <div className={classes.lists}>
        <RecentClients openingId={openingId} onChoose={onChoose} />
        <SelectorSearches />
      </div>
    </article>
  )
}
