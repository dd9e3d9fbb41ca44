import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { ErrorState } from '#platform/web/error-state.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../messages.ts'
import classes from './clients.module.css'
import { useHomePage } from './home-heading.tsx'

/** The client's video and content on the home page, with their own loading and error states. */
export function HomeContent() {
  const { home, name } = useHomePage()
  useErrorNotice(home, messages.homeFailed)
  if (home.isPending) return <Skeleton label={messages.loadingHome} heights={[200, 160]} />
  if (home.isError) return <ErrorState message={messages.homeFailed} onRetry={() => void home.refetch()} />
  const { videoUrl, content } = home.data
  if (!videoUrl && !content) return null
  return (
    <section className={classes.homeContent} aria-label={messages.homeContent(name)}>
      {videoUrl && <HomeVideo url={videoUrl} title={messages.video(name)} />}
      {content && <SafeHtml html={content} />}
    </section>
  )
}

const videoFile = /\.(mp4|m4v|webm|ogv)$/i

/**
 * A video with captions from the `.vtt` file of the same name, or a video host's player; nothing for other
 * URLs.
 */
function HomeVideo({ url, title }: { url: string; title: string }) {
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
