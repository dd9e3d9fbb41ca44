import type { Database } from '#platform/server/database.ts'
import type { PageKind } from '#platform/server/static-pages.ts'
import { findDefinitionByKey } from '#provider-search/server/definitions.ts'
import { findSearchKey, findStaticPage } from './preload-hints.ts'

/** Resolves a path: a static page, a public search, a secure search, or nothing. */
export async function resolvePath(db: Database, path: string): Promise<PageKind> {
  if (findStaticPage(path)) return 'page'
  const key = findSearchKey(path)
  const search = key === undefined ? undefined : await findDefinitionByKey(db, key)
  if (!search) return 'none'
  return search.access === 'signed-in' ? 'secure search' : 'page'
}
