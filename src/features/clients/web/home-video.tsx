import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'

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
