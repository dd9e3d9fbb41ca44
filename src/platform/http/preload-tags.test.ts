import { expect, test } from 'vitest'
import { preloadTags } from './page-routes.ts'

const frame = '<script type="module" src="/assets/main-1.js"></script>'
const built = {
  'main.tsx': { file: 'assets/main-1.js', imports: ['_parts.js'], css: [] },
  'page.tsx': { file: 'assets/page-2.js', imports: ['main.tsx', '_parts.js'], css: ['assets/page-3.css'] },
  '_parts.js': { file: 'assets/parts-4.js', imports: ['main.tsx'], css: [] },
}

test('a page whose source is not in the build gets no hints', () => {
  expect(preloadTags({ source: 'other.tsx', calls: [] }, built, frame)).toBe('')
})

test('adds hints for the code, styles and chunks of a page that its frame lacks', () => {
  const hints = preloadTags({ source: 'page.tsx', calls: [] }, built, frame)
  expect(
    [...hints.matchAll(/rel="(\w+)" crossorigin href="([^"]+)"/g)].map(([, rel, href]) => `${rel} ${href}`),
  ).toEqual([
    'modulepreload /assets/page-2.js',
    'stylesheet /assets/page-3.css',
    'modulepreload /assets/parts-4.js',
  ])
})

test('adds hints for the first requests of a page', () => {
  expect(preloadTags({ source: 'other.tsx', calls: ['/api/info/a'] }, built, frame)).toBe(
    '<link rel="preload" as="fetch" crossorigin href="/api/info/a">',
  )
})
