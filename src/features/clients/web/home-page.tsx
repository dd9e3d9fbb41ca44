import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
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
      {videoUrl && <HomeVideo url={videoUrl} client={name} />}
      {content && <SafeHtml html={content} />}
    </section>
  )
}

const videoFile = /\.(mp4|m4v|webm|ogv)$/i

/**
 * A video as a thumbnail that plays in place, with captions from the `.vtt` file of the same name. The player of a
 * video host loads only then. Nothing for other URLs.
 */
function HomeVideo({ url, client }: { url: string; client: string }) {
  const title = messages.video(client)
  const [isPlaying, setPlaying] = useState(false)
  const { origin, pathname, search } = new URL(url, location.origin)
  const isVideoFile = videoFile.test(pathname)
  if (!isAllowedEmbed(isVideoFile ? 'video' : 'iframe', url, getBootstrapData().videoHosts)) return null
  const captions = `${origin}${pathname.replace(videoFile, '.vtt')}${search}`
  return (
    <div className={classes.video}>
      {isVideoFile && (
        <video
          ref={isPlaying ? startVideo : null}
          src={url}
          aria-label={title}
          controls={isPlaying}
          preload="metadata"
        >
          <track kind="captions" src={captions} srcLang="en" label={messages.captions} />
        </video>
      )}
      {!isVideoFile && isPlaying && (
        <iframe ref={(player) => player?.focus()} src={url} title={title} allow="autoplay" allowFullScreen />
      )}
      {!isPlaying && (
        <button
          type="button"
          className={classes.play}
          aria-label={messages.playVideo(client)}
          onClick={() => setPlaying(true)}
        >
          <IconPlayerPlayFilled className={classes.playIcon} size={28} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Starts the video, which takes the focus of the button. Its controls show whether the browser allows it. */
function startVideo(video: HTMLVideoElement | null) {
  video?.focus()
  video?.play().catch(() => {})
}
