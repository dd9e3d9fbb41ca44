import sanitize from 'sanitize-html'

const embeds = ['iframe', 'video', 'source']
const tags = [
  ...sanitize.defaults.allowedTags.filter((tag) => !['a', 'img'].includes(tag)),
  ...['a', 'img', 'picture', 'details', 'summary', 'del', 'ins'],
  ...embeds,
]

const attributes: Record<string, string[]> = {
  '*': ['lang', 'dir', 'title'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  iframe: ['src', 'width', 'height', 'allowfullscreen', 'loading'],
  video: ['src', 'width', 'height', 'controls', 'muted', 'loop', 'playsinline'],
  source: ['src', 'type'],
  ol: ['start', 'reversed'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

export type Sanitized = {
  html: string
  /** The names of the tags that were left out, in the order of the alphabet. */
  leftOut: string[]
}

/**
 * What an administrator wrote without anything that could run, submit, restyle, redirect or spy: text, tables,
 * links and pictures, and videos from the hosts given, by https.
 */
export function sanitizeContent(html: string, videoHosts: readonly string[]): Sanitized {
  const leftOut = new Set<string>()
  const isForeign = (tag: string, source: string | undefined) =>
    embeds.includes(tag) && !(tag === 'video' && source === undefined) && !isFrom(videoHosts, source)
  const clean = sanitize(html, {
    allowedTags: tags,
    allowedAttributes: attributes,
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    selfClosing: ['img', 'br', 'hr', 'source'],
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'svg', 'math', 'object'],
    transformTags: {
      a: (tag, { target, rel: _, ...rest }) => ({
        tagName: tag,
        attribs: target === '_blank' ? { ...rest, target, rel: 'noopener noreferrer' } : rest,
      }),
    },
    onOpenTag: (tag, { src }) => {
      if (!tags.includes(tag) || isForeign(tag, src)) leftOut.add(tag)
    },
    exclusiveFilter: ({ tag, attribs }) => isForeign(tag, attribs.src),
  })
  return { html: clean.trim(), leftOut: [...leftOut].sort() }
}

function isFrom(hosts: readonly string[], source: string | undefined): boolean {
  if (!source || !URL.canParse(source)) return false
  const { protocol, host } = new URL(source)
  return protocol === 'https:' && hosts.includes(host)
}
