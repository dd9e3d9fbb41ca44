import { sanitizeContent } from '#clients/server/content-sanitizer.ts'
import { findContent } from '#clients/server/content-store.ts'
import type { Database } from '#platform/server/database.ts'
import { escapeHtml } from '#platform/server/escape-html.ts'
import { findDefinitionByKey } from '#provider-search/server/definitions.ts'
import { findSearchKey } from './preload-hints.ts'

/** Prerenders the title and introduction of a public search. */
export async function prerender(db: Database, path: string): Promise<string> {
  const key = findSearchKey(path)
  if (!key) return ''
  const [search, introduction] = await Promise.all([
    findDefinitionByKey(db, key),
    findContent(db, `search/${key}`),
  ])
  if (search?.access !== 'public') return ''
  const { html } = sanitizeContent(introduction ?? '', [])
  return `<h1>${escapeHtml(search.title)}</h1><div class="written">${html}</div>`
}
