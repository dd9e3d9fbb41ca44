import type { FirstNeeds } from '#platform/server/page-hints.ts'
import { getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'

const plainPages: Readonly<Record<string, string>> = {
  '/': 'pages/landing-page.tsx',
  '/no-data': 'pages/no-data-page.tsx',
  '/error': 'pages/error-page.tsx',
  '/cookies': 'pages/cookies-page.tsx',
  '/credits': 'pages/credits-page.tsx',
  '/developers': 'developers/developers-page.tsx',
}

/** What the page at an address needs first; an address of one part that is none of the plain pages is a search. */
export function firstNeedsOf(path: string): FirstNeeds {
  const plain = plainPages[path]
  if (plain) return { source: `src/app/web/${plain}`, calls: [] }
  const [, key] = /^\/([\w.~-]+)$/.exec(path) ?? []
  if (!key) return { source: 'src/app/web/pages/not-found-page.tsx', calls: [] }
  const calls = [getSearchInfo, getSearchDetail].map((contract) => contract.path.replace('{key}', key))
  return { source: 'src/app/web/pages/search-page.tsx', calls }
}
