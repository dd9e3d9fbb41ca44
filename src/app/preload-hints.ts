import type { Database } from '#platform/server/database.ts'
import { getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'
import { findDefinitionByKey } from '#provider-search/server/definitions.ts'
import { staticPages } from './contract/static-page-paths.ts'

/** The search key of a path: its only segment, unless it is a static page. */
export function findSearchKey(path: string): string | undefined {
  return findStaticPage(path) ? undefined : /^\/([\w.~-]+)\/?$/.exec(path)?.[1]
}

/** The source file of the static page at a path, matched as the router does: any case, optional trailing "/". */
export function findStaticPage(path: string): string | undefined {
  const plain = path
    .toLowerCase()
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/report\/[^/]+(?=$|\/document$)/, '/report/$id')
  return Object.hasOwn(staticPages, plain) ? staticPages[plain] : undefined
}

/** The source file of the page at a path, to preload its code. */
export const findSource = (path: string): string =>
  findStaticPage(path) ?? `src/app/web/pages/${findSearchKey(path) ? 'search-page' : 'not-found-page'}.tsx`

/** The first API requests of the page at a path. Those of a secure search need a token and cannot be preloaded. */
export async function preloadRequests(db: Database, path: string): Promise<string[]> {
  const key = findSearchKey(path)
  const search = key === undefined ? undefined : await findDefinitionByKey(db, key)
  if (!search || search.access === 'signed-in') return []
  return [getSearchInfo, getSearchDetail].map((call) => call.path.replace('{key}', search.key))
}
