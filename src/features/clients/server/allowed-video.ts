import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'

/** Whether a home page may show this video: a path on the portal or an HTTPS URL on an allowed host. */
export function isAllowedVideo(url: string, videoHosts: readonly string[]): boolean {
  return /^(\/|https:)/.test(url) && isAllowedEmbed('video', url, videoHosts)
}
