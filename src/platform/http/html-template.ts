import { createHash } from 'node:crypto'
import { messages as documents } from '../document-messages.ts'
import { messages } from '../messages.ts'
import type { ProblemLink } from './problem.ts'

type Page = { title: string; company?: string; body: string }

/** A script-free page in the portal's colors; `body` is HTML. */
export const renderStaticPage = ({ title, company, body }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml([title, company].filter(Boolean).join(' – '))}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(mark)}">
<style>${styles}</style>
</head>
<body>
<main>
${company === undefined ? '' : `<header>${mark}<span>${escapeHtml(company)}</span></header>`}
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>`

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#134f8c"/><path d="M16 5.5a8 8 0 0 0-8 8c0 5.7 8 13 8 13s8-7.3 8-13a8 8 0 0 0-8-8Z" fill="#fff"/><path d="M16 9.5v8M12 13.5h8" stroke="#c2570c" stroke-width="2.6" stroke-linecap="round"/></svg>`

const styles = `
:root { color-scheme: light dark; --ground: #fff; --text: #1b222a; --quiet: #505c69; --border: #7d8a99; --hairline: #d5dce4;
  --action: #134f8c; --on-action: #fff; --focus: #2a6cad; --error: #b3201c; }
@media (prefers-color-scheme: dark) { :root { --ground: #141a20; --text: #dfe5ec; --quiet: #a3afbc; --border: #71808f;
  --hairline: #38434f; --action: #90badf; --on-action: #0a0e11; --focus: #90badf; --error: #ff9b94; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 400px; margin: clamp(24px, 10vh, 120px) auto; padding: 0 20px; }
header { display: flex; gap: 12px; align-items: center; padding-bottom: 20px; border-bottom: 1px solid var(--hairline);
  font-size: 1.125rem; font-weight: 650; }
h1 { margin: 28px 0 20px; font-size: 1.75rem; line-height: 1.25; font-weight: 650; }
label { display: block; margin: 16px 0 4px; font-weight: 550; }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--border); border-radius: 6px; }
button { width: 100%; min-height: 44px; margin-top: 24px; font: inherit; font-weight: 600; color: var(--on-action);
  background: var(--action); border: 1px solid transparent; border-radius: 6px; cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.error { margin: 0 0 8px; color: var(--error); font-weight: 550; }
.hint { margin-top: 28px; padding-top: 20px; border-top: 1px solid var(--hairline); color: var(--quiet); font-size: .9375rem; }
code { color: var(--text); }
a { color: var(--action); }
`

/** The hash of the styles of these pages, for the content security policy. */
export const staticPageStylesHash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags or within a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

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
