import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'

/** Whether a home page may show this video: one of the portal itself, by its path, or of a host that is allowed. */
export function isAllowedVideo(url: string, videoHosts: readonly string[]): boolean {
  return /^(\/|https:)/.test(url) && isAllowedEmbed('video', url, videoHosts)
}
