import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { call } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { ErrorState } from '#platform/web/error-state.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { PageTitle, StaticPage } from '#platform/web/static-page.tsx'
import { useStoredValue } from '#platform/web/storage.ts'
import { getHomePage } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { currentClientStore } from './configuration-store.ts'

/** The home page of the current client: welcome, video and content. */
export function HomePage() {
  const client = useStoredValue(currentClientStore)
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

const videoFile = /\.(mp4|m4v|webm|ogv)$/i

/**
 * A video with captions from the `.vtt` file of the same name, or a video host's player; nothing for other
 * URLs.
 */
export function HomeVideo({ url, title }: { url: string; title: string }) {
  const { origin, pathname, search } = new URL(url, location.origin)
  const isVideoFile = videoFile.test(pathname)
  if (!isAllowedEmbed(isVideoFile ? 'video' : 'iframe', url, getBootstrapData().videoHosts)) return null
  if (!isVideoFile) return <iframe className={classes.video} src={url} title={title} allowFullScreen />
  const captions = `${origin}${pathname.replace(videoFile, '.vtt')}${search}`
  return (
    <video className={classes.video} src={url} aria-label={title} controls preload="metadata">
      <track kind="captions" src={captions} srcLang="en" label={messages.captions} />
    </video>
  )
}
