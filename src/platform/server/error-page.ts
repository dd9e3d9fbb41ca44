import { messages as documents } from '../document-messages.ts'
import { messages } from '../messages.ts'
import { escapeHtml } from './escape-html.ts'
import type { ProblemLink } from './problem.ts'
import { renderStaticPage } from './static-page.ts'

type More = {
  reference?: string | undefined
  faults?: readonly string[] | undefined
  way?: ProblemLink | undefined
}

/**
 * An error page for a window that would otherwise show problem JSON: what is wrong, as a list if there are
 * several errors, and what to do; if the problem has a link that solves it, only that link.
 */
export const renderErrorPage = (sentence: string, advice: string, { reference, faults, way }: More = {}) =>
  renderStaticPage({
    title: faults ? documents.refused.title : sentence,
    body: way
      ? `<p>${linkTo(way)}</p>`
      : `${faults ? `<ul>${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('')}</ul>` : ''}
<p>${escapeHtml(advice)}</p>
${reference ? `<p class="hint">${documents.reference}: ${escapeHtml(reference)}</p>` : ''}
<p>${linkTo({ to: '/', label: messages.toStart })}</p>`,
  })

const linkTo = ({ to, label }: ProblemLink) => `<a href="${escapeHtml(to)}">${escapeHtml(label)}</a>`
