import type { FirstNeeds } from '#platform/server/page-hints.ts'

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
  const page =
    plainPages[path] ?? (/^\/[^/]+$/.test(path) ? 'pages/search-page.tsx' : 'pages/not-found-page.tsx')
  return { source: `src/app/web/${page}`, calls: [] }
}
