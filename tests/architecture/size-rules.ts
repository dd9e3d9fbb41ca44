import { dirname, join } from 'node:path/posix'
import type { Rule } from './rule.ts'
import { isCode, isStyle, isTest, type Source, ships, sources } from './source.ts'
import { findFunctions } from './syntax.ts'

const maxFileLines = 250
const maxFunctionLines = 60
const maxComponentLines = 80

const countLines = (text: string) => text.trimEnd().split('\n').length
const findLongFiles: Rule['violations'] = ({ text }) =>
  countLines(text) > maxFileLines ? [`1: ${countLines(text)} lines`] : []
const filler = (lines: number) => Array.from({ length: lines }, (_, index) => `  say(${index})`).join('\n')

const minFileLines = 30
/** Contracts, rules and messages stand alone at any length; `main.tsx` must import `zod-csp.ts` before all else. */
const isShortByRole = ({ path }: Source) =>
  /(contract|rules|messages|[.]d)[.]ts$/.test(path) || path === 'src/app/web/zod-csp.ts'

type Import = { from: string; to: string; isLazy: boolean }
let allImports: Import[] | undefined

/** The imports between the files of the product and its tools; those of tests do not count. */
function listImports(): Import[] {
  allImports ??= sources()
    .filter((source) => isCode(source) && !isTest(source) && !source.path.startsWith('tests/'))
    .flatMap(({ path: from, text }) =>
      [...text.matchAll(/(\bfrom|\bimport\(|\bimport|\bURL\()\s*'([.#][^']+)'/g)].map(
        ([, word = '', target = '']) => ({
          from,
          to: resolveImport(from, target),
          isLazy: word.endsWith('('),
        }),
      ),
    )
  return allImports
}

const layers = /^(app|platform|embedded-postgres|seed)\//

/** The path of an imported file from the root. */
export function resolveImport(from: string, target: string): string {
  if (target.startsWith('.')) return join(dirname(from), target)
  const path = target.slice(1)
  return layers.test(path) ? `src/${path}` : `src/features/${path}`
}

const getModule = (path: string) => /^(src\/features\/[^/]+|src\/[^/]+|[^/]+)/.exec(path)?.[0]

/** Whether exactly one file imports this one when it loads, and belongs to the same feature or layer. */
function hasOneImporter({ path }: Source): boolean {
  const imports = listImports().filter(({ to }) => to === path)
  const importers = new Set(imports.map(({ from }) => from))
  const [only] = importers
  return (
    importers.size === 1 && !imports.some(({ isLazy }) => isLazy) && getModule(only ?? '') === getModule(path)
  )
}

export const sizeRules: Rule[] = [
  {
    title: `no file is longer than ${maxFileLines} lines`,
    appliesTo: isCode,
    violations: findLongFiles,
    fixture: { path: 'src/features/billing/rules.ts', text: filler(maxFileLines + 1) },
  },
  {
    title: `a file with one importer has at least ${minFileLines} lines`,
    appliesTo: (source) => ships(source) && !isShortByRole(source) && hasOneImporter(source),
    violations: ({ text }) => (countLines(text) < minFileLines ? [`1: ${countLines(text)} lines`] : []),
    fixture: {
      path: 'src/features/authorizations/web/list/pending-columns.tsx',
      text: filler(minFileLines - 1),
    },
  },
  {
    title: `no stylesheet is longer than ${maxFileLines} lines`,
    appliesTo: isStyle,
    violations: findLongFiles,
    fixture: { path: 'src/features/billing/web/billing.module.css', text: filler(maxFileLines + 1) },
  },
  {
    title: `no function is longer than ${maxFunctionLines} lines`,
    appliesTo: (source) => isCode(source) && !isTest(source),
    violations: (source) =>
      findFunctions(source)
        .filter(({ isComponent, lines }) => !isComponent && lines > maxFunctionLines)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: `const ä = () => {\n${filler(maxFunctionLines - 1)}\n}`,
    },
  },
  {
    title: `no component is longer than ${maxComponentLines} lines`,
    appliesTo: (source) => isCode(source) && !isTest(source),
    violations: (source) =>
      findFunctions(source)
        .filter(({ isComponent, lines }) => isComponent && lines > maxComponentLines)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    fixture: {
      path: 'src/features/billing/web/bill-page.tsx',
      text: `export function BillPage() {\n${filler(maxComponentLines - 1)}\n}`,
    },
  },
]
