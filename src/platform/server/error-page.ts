import { messages as documents } from '../document-messages.ts'
import { messages } from '../messages.ts'
import { escapeHtml } from './escape-html.ts'
import type { ProblemLink } from './problem.ts'
import { renderStaticPage } from './static-page.ts'

type More = {
  reference?: string | undefined
  errors?: readonly string[] | undefined
  link?: ProblemLink | undefined
}

/**
 * An error page for a window that would otherwise show problem JSON: what is wrong, as a list if there are
 * several errors, and what to do; if the problem has a link that solves it, only that link.
 */
export const renderErrorPage = (message: string, advice: string, { reference, errors, link }: More = {}) =>
  renderStaticPage({
    title: errors ? documents.refused.title : message,
    body: link
      ? `<p>${linkTo(link)}</p>`
      : `${errors ? `<ul>${errors.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')}</ul>` : ''}
<p>${escapeHtml(advice)}</p>
${reference ? `<p class="hint">${documents.reference}: ${escapeHtml(reference)}</p>` : ''}
<p>${linkTo({ to: '/', label: messages.toStart })}</p>`,
  })

const linkTo = ({ to, label }: ProblemLink) => `<a href="${escapeHtml(to)}">${escapeHtml(label)}</a>`
