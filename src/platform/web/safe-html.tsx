import DOMPurify, { type Config } from 'dompurify'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { isAllowedEmbed } from '../contract/embed-sources.ts'
import { getBootstrapData } from './bootstrap-data.ts'
import './safe-html.css'

const rules: Config = {
  USE_PROFILES: { html: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['allowfullscreen', 'target'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'background'],
}

const purifier = DOMPurify(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  const source = node.getAttribute('src') ?? undefined
  if (!isAllowedEmbed(node.tagName.toLowerCase(), source, getBootstrapData().videoHosts)) node.remove()
  if (node.tagName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '')
  if (node.getAttribute('target') === '_blank') node.setAttribute('rel', 'noopener noreferrer')
  else node.removeAttribute('target')
})

/** Returns the HTML of an email for a sandboxed frame. */
export const purifyMail = (html: string) =>
  purifier.sanitize(html, { WHOLE_DOCUMENT: true, RETURN_TRUSTED_TYPE: true })

/**
 * Renders HTML written by administrators, without scripts, forms, styles or embedded content other than
 * images (`src`) and allowed media.
 */
export function SafeHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  // While rendering, which can be interrupted, rather than in the commit, which cannot.
  const safe = useMemo(() => purifier.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true }), [html])
  useLayoutEffect(() => place.current?.replaceChildren(safe.cloneNode(true)), [safe])
  return <div ref={place} className="written" />
}
