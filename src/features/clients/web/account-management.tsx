import { Title } from '@mantine/core'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { useConfiguration } from './configuration-store.ts'
import { ManagerCard } from './manager-card.tsx'

/** The account managers of the current client. `onRetry` refetches a missing configuration. */
export function AccountManagement({ onRetry }: { onRetry: () => void }) {
  const configuration = useConfiguration()
  if (!configuration)
    return (
      <StaticPage title={messages.team}>
        <ErrorState message={messages.configurationFailed} onRetry={onRetry} />
      </StaticPage>
    )
  const { accountManagement, clientName } = configuration
  return (
    <article>
      <PageTitle>{messages.team}</PageTitle>
      <Title order={1}>{messages.team}</Title>
      <p>{accountManagement.length > 0 ? messages.teamLead(clientName) : messages.noTeam}</p>
      <ul className={classes.managers}>
        {accountManagement.map((manager) => (
          <ManagerCard key={manager.name} manager={manager} />
        ))}
      </ul>
    </article>
  )
}
