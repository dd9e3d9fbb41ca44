/** Whether an embedded frame shows a video from one of the hosts an operator allows, by https. */
export function isAllowedVideo(source: string | null, hosts: readonly string[]): boolean {
  if (!source || !URL.canParse(source)) return false
  const { protocol, host } = new URL(source)
  return protocol === 'https:' && hosts.includes(host)
}
