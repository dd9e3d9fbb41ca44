import type { FirstNeeds } from '#platform/server/page-hints.ts'
import { getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'
import { plainPages } from './contract/plain-pages.ts'

/** The key of the search at an address: its one part, where it is none of the plain pages. */
export function searchKeyAt(path: string): string | undefined {
  return plainPageAt(path) ? undefined : /^\/([\w.~-]+)\/?$/.exec(path)?.[1]
}

/** The source of the plain page at an address, read as the router reads it: in any case, with or without a last "/". */
export function plainPageAt(path: string): string | undefined {
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return Object.hasOwn(plainPages, plain) ? plainPages[plain] : undefined
}

/** What the page at an address needs first. */
export function firstNeedsOf(path: string): FirstNeeds {
  const key = searchKeyAt(path)
  const page = plainPageAt(path) ?? (key ? 'pages/search-page.tsx' : 'pages/not-found-page.tsx')
  const calls = key ? [getSearchInfo, getSearchDetail].map((call) => call.path.replace('{key}', key)) : []
  return { source: `src/app/web/${page}`, calls }
}
