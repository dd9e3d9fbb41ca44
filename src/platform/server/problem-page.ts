import { messages } from '../messages.ts'
import { escaped } from './escaped.ts'

/** A page for the person whose window would show a problem's JSON otherwise: what is wrong, and what to do. */
export const problemPage = (title: string, advice: string, reference?: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
<p>${escaped(advice)}</p>
${reference ? `<p>${messages.reference}: ${escaped(reference)}</p>` : ''}
<p><a href="/">${escaped(messages.toStart)}</a></p>
`
