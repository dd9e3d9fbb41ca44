import type { Database } from '#platform/server/database.ts'
import { getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'
import { definitionAt } from '#provider-search/server/definitions.ts'
import { plainPages } from './contract/static-page-paths.ts'

/** The key of the search at an address: its one part, where it is none of the plain pages. */
export function searchKeyAt(path: string): string | undefined {
  return plainPageAt(path) ? undefined : /^\/([\w.~-]+)\/?$/.exec(path)?.[1]
}

/** The source of the plain page at an address, read as the router reads it: in any case, with or without a last "/". */
export function plainPageAt(path: string): string | undefined {
  const plain = path
    .toLowerCase()
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/report\/[^/]+(?=$|\/document$)/, '/report/$id')
  return Object.hasOwn(plainPages, plain) ? plainPages[plain] : undefined
}

/** The source of the page at an address, whose code it needs first. */
export const sourceAt = (path: string): string =>
  plainPageAt(path) ?? `src/app/web/pages/${searchKeyAt(path) ? 'search-page' : 'not-found-page'}.tsx`

/** The calls that the page at an address makes first. Those of a secure search need a token: nobody can make them ahead. */
export async function firstCallsOf(db: Database, path: string): Promise<string[]> {
  const key = searchKeyAt(path)
  const search = key === undefined ? undefined : await definitionAt(db, key)
  if (!search || search.access === 'signed-in') return []
  return [getSearchInfo, getSearchDetail].map((call) => call.path.replace('{key}', search.key))
}
