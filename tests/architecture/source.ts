import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A file of the repository with its path from the root. */
export type Source = { path: string; text: string }

const written = [
  '{src,tests,scripts,tools,bench}/**/*.{ts,tsx,mjs,cjs,css}',
  '*.{ts,mjs,cjs,json,md,html}',
  '{docs,src,bench,.ci}/**/*.{md,json,yaml,sql}',
  '.*.{cjs,json}',
  '.ci/run',
  'migrations/*.sql',
]

/** Every source file, whether or not git tracks it yet. */
export function sources(): Source[] {
  const paths = globSync(written, { cwd: root }).filter((path) => !path.includes('node_modules'))
  return [...new Set(paths)].sort().map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
}

export const isCode = ({ path }: Source) => /\.(ts|tsx|mjs|cjs)$/.test(path)
export const isStyle = ({ path }: Source) => path.endsWith('.css')
export const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/e2e/')
export const ships = (source: Source) => isCode(source) && source.path.startsWith('src/') && !isTest(source)
/** A module of the pages. */
export const isWeb = (source: Source) => ships(source) && source.path.includes('/web/')

/** Creates a check whether the path of a source begins with one of these. */
export const isIn =
  (...places: string[]) =>
  ({ path }: Source) =>
    places.some((place) => path.startsWith(place))
