import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'

const film = /\.(mp4|m4v|webm|ogv)$/i

/**
 * A video with captions from the file next to it, or the player of a video host; nothing if the URL is not allowed.
 */
export function HomeVideo({ url, title }: { url: string; title: string }) {
  const { origin, pathname, search } = new URL(url, location.origin)
  const isFilm = film.test(pathname)
  if (!isAllowedEmbed(isFilm ? 'video' : 'iframe', url, getBootstrapData().videoHosts)) return null
  if (!isFilm) return <iframe className={classes.video} src={url} title={title} allowFullScreen />
  const captions = `${origin}${pathname.replace(film, '.vtt')}${search}`
  return (
    <video className={classes.video} src={url} aria-label={title} controls preload="metadata">
      <track kind="captions" src={captions} srcLang="en" label={messages.captions} />
    </video>
  )
}
