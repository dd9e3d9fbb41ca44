import { Title } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { callForBytes } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/content-states.tsx'
import { PageTitle, StaticPage } from '#platform/web/static-page.tsx'
import { useObjectUrl } from '#platform/web/use-object-url.ts'
import { type AccountManager, getAccountManagerPicture } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { useConfiguration } from './configuration-store.ts'

/** The account managers of the current client. */
export function AccountManagement() {
  const router = useRouter()
  const configuration = useConfiguration()
  if (!configuration)
    return (
      <StaticPage title={messages.team}>
        <ErrorState message={messages.configurationFailed} onRetry={() => void router.invalidate()} />
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

/** An account manager: picture or icon, and contact details. */
function ManagerCard({ manager: { name, title, email, phone, photoUrl } }: { manager: AccountManager }) {
  const picture = useManagerPicture(photoUrl)
  const [mailbox, host] = email.split('@')
  return (
    <li className={classes.manager}>
      {picture ? (
        <img className={classes.picture} src={picture} alt={name} width={96} height={96} />
      ) : (
        <IconUserCircle className={classes.picture} size={96} stroke={1} aria-hidden />
      )}
      <div>
        <h2>{name}</h2>
        <p>{title}</p>
        <p>
          <a href={`mailto:${email}`}>
            {mailbox}@<wbr />
            {host}
          </a>
        </p>
        <p>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      </div>
    </li>
  )
}

/** Fetches a manager picture with the token and returns its object URL; undefined until loaded. */
function useManagerPicture(photoUrl: string | null): string | undefined {
  const id = photoUrl?.split('/').at(-1) ?? ''
  const { data: bytes } = useQuery({
    queryKey: ['manager-picture', id],
    queryFn: ({ signal }) => callForBytes(getAccountManagerPicture, { id }, signal),
    enabled: id !== '',
  })
  return useObjectUrl(bytes)
}
