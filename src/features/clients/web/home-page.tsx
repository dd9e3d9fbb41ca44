import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { useStored } from '#platform/web/local-storage.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { clientOption, getHomePage } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { currentClientKey } from './current-client-store.ts'
import { HomeVideo } from './home-video.tsx'

const storedClient = clientOption.optional()

/** The home page of the current client: welcome, video and content. */
export function HomePage() {
  const [client] = useStored(currentClientKey, storedClient, undefined)
  const home = useQuery({
    queryKey: ['home-page', client?.id],
    queryFn: ({ signal }) => call(getHomePage, {}, signal),
    enabled: client !== undefined,
  })
  useErrorNotice(home, messages.homeFailed)

  if (home.isPending) return <Skeleton label={messages.loadingHome} heights={[44, 360, 160]} />
  if (home.isError)
    return (
      <StaticPage title={messages.home}>
        <ErrorState message={messages.homeFailed} onRetry={() => void home.refetch()} />
      </StaticPage>
    )
  const { banner, videoUrl, content } = home.data
  const name = client?.label ?? ''
  return (
    <article>
      <PageTitle>{messages.home}</PageTitle>
      <Title order={1} className={classes.banner}>
        {banner || messages.welcome(name)}
      </Title>
      <div className={classes.columns}>
        {videoUrl && <HomeVideo url={videoUrl} title={messages.video(name)} />}
        {content && <SafeHtml html={content} />}
      </div>
    </article>
  )
}
