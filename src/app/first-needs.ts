import type { FirstNeeds } from '#platform/server/page-hints.ts'
import { getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'

/** The pages of fixed addresses, each with its source: the router's own, but for the searches. */
export const plainPages: Readonly<Record<string, string>> = {
  '/': 'pages/landing-page.tsx',
  '/no-data': 'pages/no-data-page.tsx',
  '/error': 'pages/error-page.tsx',
  '/cookies': 'pages/cookies-page.tsx',
  '/credits': 'pages/credits-page.tsx',
  '/developers': 'developers/developers-page.tsx',
}

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
