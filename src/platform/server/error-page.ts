import { messages as documents } from '../document-messages.ts'
import { messages } from '../messages.ts'
import { escaped } from './escape-html.ts'
import type { Way } from './problem.ts'
import { plainPage } from './static-page.ts'

type More = { reference?: string | undefined; faults?: readonly string[] | undefined; way?: Way | undefined }

/**
 * An error page for a window that would otherwise show problem JSON: what is wrong, as a list if there are
 * several errors, and what to do; if the problem has a link that solves it, only that link.
 */
export const problemPage = (sentence: string, advice: string, { reference, faults, way }: More = {}) =>
  plainPage({
    title: faults ? documents.refused.title : sentence,
    body: way
      ? `<p>${linkTo(way)}</p>`
      : `${faults ? `<ul>${faults.map((fault) => `<li>${escaped(fault)}</li>`).join('')}</ul>` : ''}
<p>${escaped(advice)}</p>
${reference ? `<p class="hint">${documents.reference}: ${escaped(reference)}</p>` : ''}
<p>${linkTo({ to: '/', label: messages.toStart })}</p>`,
  })

const linkTo = ({ to, label }: Way) => `<a href="${escaped(to)}">${escaped(label)}</a>`
