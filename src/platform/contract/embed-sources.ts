/**
 * Where embedded content of each kind may come from: the portal itself, the video hosts over https, or both.
 */
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

/**
 * Whether content may include this element, judged by its source. A video or audio element may leave the
 * source to its child elements.
 */
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

/** The same sources, as a content security policy lists them. */
export function policySources(kind: Kind, videoHosts: readonly string[]): string[] {
  const { isOwnAllowed, areHostsAllowed } = sources[kind]
  const hosts = areHostsAllowed ? videoHosts.map((host) => `https://${host}`) : []
  const all = isOwnAllowed ? ["'self'", ...hosts] : hosts
  return all.length > 0 ? all : ["'none'"]
}

/**
 * Whether a source is a path on this site, as browsers resolve it: `//host` and `/\host` name another host.
 */
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
