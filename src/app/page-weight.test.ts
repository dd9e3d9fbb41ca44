import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readManifest } from '#platform/http/page-routes.ts'

const built = new URL('../../dist/web/', import.meta.url)
const manifest = await readManifest(new URL('.vite/manifest.json', built))
const kilobyte = 1000

const start = ['index.html', 'src/app/web/pages/start-page.tsx']
const search = ['index.html', 'src/app/web/pages/search-page.tsx']
const introduction = ['src/platform/web/safe-html.tsx']
const results = ['src/features/provider-search/web/results/results-panel.tsx']

describe('the compressed JavaScript of the public search', () => {
  test.each([
    ['the first load of the start page', 200, start],
    ['the first load of a search', 200, search],
    ['the first load of a search with an introduction', 212, [...search, ...introduction]],
    ['a search with its results', 236, [...search, ...results]],
    ['everything', 248, [...search, ...introduction, ...results]],
  ])('%s is at most %d KB', (_what, most, sources) => {
    expect(weightOf(sources)).toBeLessThanOrEqual(most * kilobyte)
  })

  test.each([
    'src/platform/web/safe-html.tsx',
    'src/features/provider-search/web/map/provider-map.tsx',
    'src/features/provider-search/web/results/results-panel.tsx',
    'src/features/provider-search/web/search-dialogs.tsx',
    'src/features/provider-search/web/form/detailed-search-form.tsx',
    'src/app/web/shell/shortcut-dialog.tsx',
    'src/app/web/staff-shell/staff-module.ts',
    'src/features/clients/web/home-page.tsx',
  ])('loads %s only on demand', (source) => {
    expect(manifest[source]?.file).toBeDefined()
    expect(filesOf(search)).not.toContain(manifest[source]?.file)
  })

  test.each([
    ['the map', 'maplibregl'],
    ['dates', 'dayjs'],
    ['the VOB form', '/api/createVOB'],
    ['the patient list', '/api/patients'],
    ['pending authorizations', 'itn/pdf'],
  ])('does not contain %s', (_what, word) => {
    for (const file of filesOf(search)) expect(textOf(file)).not.toContain(word)
  })
})

/** The scripts built from these sources, with all static imports. */
function filesOf(sources: readonly string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`The build has no ${source}.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(chunk.imports, found)
  }
  return found
}

/** The total size of the files as sent: compressed, except for small ones. */
function weightOf(sources: readonly string[]): number {
  return [...filesOf(sources)].reduce((sum, file) => sum + sizeOf(file), 0)
}

function sizeOf(file: string) {
  const packed = statSync(new URL(`${file}.gz`, built), { throwIfNoEntry: false })
  return (packed ?? statSync(new URL(file, built))).size
}

function textOf(file: string) {
  return readFileSync(new URL(file, built), 'utf8')
}
