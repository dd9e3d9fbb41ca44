import type { Database } from '#platform/server/database.ts'
import type { PageKind } from '#platform/server/static-pages.ts'
import { definitionAt } from '#provider-search/server/definitions.ts'
import { plainPageAt, searchKeyAt } from './preload-hints.ts'

/** What there is at an address: a plain page or the one of a search, a search for the signed-in alone, or none. */
export async function pageKindAt(db: Database, path: string): Promise<PageKind> {
  if (plainPageAt(path)) return 'page'
  const key = searchKeyAt(path)
  const search = key === undefined ? undefined : await definitionAt(db, key)
  if (!search) return 'none'
  return search.access === 'signed-in' ? 'secure search' : 'page'
}
