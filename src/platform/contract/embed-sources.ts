/** Where what content embeds may come from: the portal itself, by a path, and the video hosts, by https. */
const sources = {
  frame: { isOwnAllowed: false, areHostsAllowed: true },
  media: { isOwnAllowed: true, areHostsAllowed: true },
  image: { isOwnAllowed: true, areHostsAllowed: false },
} as const
type Kind = keyof typeof sources

const kinds: Readonly<Record<string, Kind>> = {
  iframe: 'frame',
  video: 'media',
  audio: 'media',
  source: 'media',
  img: 'image',
}

/** Whether content may show this element, as far as its source tells. A film can leave the source to its children. */
export function isAllowedEmbed(
  tag: string,
  source: string | undefined,
  videoHosts: readonly string[],
): boolean {
  const kind = Object.hasOwn(kinds, tag) ? kinds[tag] : undefined
  if (!kind) return true
  if (source === undefined) return tag === 'video' || tag === 'audio'
  const { isOwnAllowed, areHostsAllowed } = sources[kind]
  return (isOwnAllowed && isOwn(source)) || (areHostsAllowed && isFrom(videoHosts, source))
}

/** The same as sources of a content security policy. */
export function policySources(kind: Kind, videoHosts: readonly string[]): string[] {
  const { isOwnAllowed, areHostsAllowed } = sources[kind]
  const hosts = areHostsAllowed ? videoHosts.map((host) => `https://${host}`) : []
  const all = isOwnAllowed ? ["'self'", ...hosts] : hosts
  return all.length > 0 ? all : ["'none'"]
}

/** A path, as a browser reads it: `//host` and `/\host` name another host. */
function isOwn(source: string): boolean {
  const anywhere = 'https://portal.invalid'
  return (
    !URL.canParse(source) && URL.canParse(source, anywhere) && new URL(source, anywhere).origin === anywhere
  )
}

function isFrom(hosts: readonly string[], source: string): boolean {
  if (!URL.canParse(source)) return false
  const { protocol, host } = new URL(source)
  return protocol === 'https:' && hosts.includes(host)
}
