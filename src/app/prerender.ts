import { sanitizeContent } from '#clients/server/content-sanitizer.ts'
import { findContent } from '#clients/server/content-store.ts'
import type { Database } from '#platform/server/database.ts'
import { escaped } from '#platform/server/escape-html.ts'
import { findDefinitionByKey } from '#provider-search/server/definitions.ts'
import { searchKeyAt } from './preload-hints.ts'

/** Prerenders the title and introduction of a public search. */
export async function prerender(db: Database, path: string): Promise<string> {
  const key = searchKeyAt(path)
  if (!key) return ''
  const [search, introduction] = await Promise.all([
    findDefinitionByKey(db, key),
    findContent(db, `search/${key}`),
  ])
  if (search?.access !== 'public') return ''
  const { html } = sanitizeContent(introduction ?? '', [])
  return `<h1>${escaped(search.title)}</h1><div class="written">${html}</div>`
}
