import sanitize from 'sanitize-html'
import { isAllowedEmbed } from '#platform/contract/embed-sources.ts'

const tags = [
  ...sanitize.defaults.allowedTags.filter((tag) => !['a', 'img'].includes(tag)),
  ...['a', 'img', 'picture', 'details', 'summary', 'del', 'ins'],
  ...['iframe', 'video', 'source'],
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
  /** The names of the removed tags, in alphabetical order. */
  leftOut: string[]
}

/**
 * Sanitizes administrator HTML. Keeps text, tables and links, the portal's own images and videos, and HTTPS
 * videos from the given hosts; removes anything that could run, submit, restyle, redirect or track.
 */
export function sanitizeContent(html: string, videoHosts: readonly string[]): Sanitized {
  const leftOut = new Set<string>()
  // Browsers ignore NUL characters, and the database cannot store them.
  const clean = sanitize(html.replaceAll('\0', ''), {
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
      if (!tags.includes(tag) || !isAllowedEmbed(tag, src, videoHosts)) leftOut.add(tag)
    },
    exclusiveFilter: ({ tag, attribs }) => !isAllowedEmbed(tag, attribs.src, videoHosts),
  })
  return { html: clean.trim(), leftOut: [...leftOut].sort() }
}
