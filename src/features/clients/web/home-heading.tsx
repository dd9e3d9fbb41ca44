import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useStoredValue } from '#platform/web/storage.ts'
import { getHomePage } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { currentClientStore } from './configuration-store.ts'

/** The welcome and content of the current client's home page. */
export function useHomePage() {
  const client = useStoredValue(currentClientStore)
  const home = useQuery({
    queryKey: ['home-page', client?.id],
    queryFn: ({ signal }) => call(getHomePage, {}, signal),
    enabled: client !== undefined,
  })
  return { home, name: client?.label ?? '' }
}

/** The heading of the home page: the client's welcome. */
export function HomeHeading() {
  const { home, name } = useHomePage()
  return (
    <>
      <PageTitle>{messages.home}</PageTitle>
      <Title order={1} className={classes.banner} data-pending={home.isPending || undefined}>
        {home.data?.banner || messages.welcome(name)}
      </Title>
    </>
  )
}
