import { messages } from '../messages.ts'
import { escaped } from './escaped.ts'
import { plainPage } from './plain-page.ts'

/** A page for the person whose window would show a problem's JSON otherwise: what is wrong, and what to do. */
export const problemPage = (title: string, advice: string, reference?: string) =>
  plainPage({
    title,
    body: `<p>${escaped(advice)}</p>
${reference ? `<p class="hint">${messages.reference}: ${escaped(reference)}</p>` : ''}
<p><a href="/">${escaped(messages.toStart)}</a></p>`,
  })
