import { Title } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ClientFields } from '#platform/web/client-search/client-fields.tsx'
import { ClientSearchForm } from '#platform/web/client-search/client-search-form.tsx'
import { type SearchContext, useClientSearch } from '#platform/web/client-search/use-client-search.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import { messages } from '../messages.ts'
import classes from './authorizations.module.css'
import { pendingSearch } from './pending-query.ts'
import { PendingResults } from './pending-results.tsx'

const labels = { clients: clientSearchMessages.clients }

/** The Authorization Pending page: client chooser and list. */
export function Authorizations(searcher: SearchContext) {
  const search = useClientSearch(pendingSearch, searcher)
  return (
    <article className={classes.page}>
      <PageTitle>{messages.page}</PageTitle>
      <Title order={1}>{messages.page}</Title>
      <ClientSearchForm search={search} labels={labels} submit={messages.submit}>
        <ClientFields {...search} />
      </ClientSearchForm>
      <PendingResults search={search} />
    </article>
  )
}
