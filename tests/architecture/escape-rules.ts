import { occurrences, type Rule } from './rule.ts'
import { isCode, type Source } from './source.ts'
import { lineOf, nodesOf } from './syntax.ts'

const typeEscape = /@ts-(ignore|expect-error|nocheck)/
const lintEscape = /(biome|eslint|oxlint|v8|istanbul|knip)-?\s?-?(ignore|disable)/
const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|not implemented/
const leftOut = /\b(test|it|describe)\.(skip|only|todo|fixme|fails|runIf)/
/** The helpers that declare what a test needs from its machine, one per kind of test. */
const isConditional = ({ path }: Source) =>
  ['tests/support/skip-unless.ts', 'tests/e2e/portal-test.ts'].includes(path)
const registry = /https?:\/\/(registry|npm)\.|npmjs\.(org|com)|yarnpkg|npm-?mirror|"resolved": "http/
const ofOneMachine = /(^|[\s'"`(=:])\/(root|home|Users)\//

const anysIn = (source: Source) =>
  nodesOf(source)
    .filter(({ type, kind }) => type === 'TsKeywordType' && kind === 'any')
    .map((node) => `${lineOf(source, node)}: any`)

const isOfRules = ({ path }: Source) => path.startsWith('tests/architecture/')

export const escapeRules: Rule[] = [
  {
    sentence: 'no code bypasses the type checker',
    holdsIn: (source) => isCode(source) && !isOfRules(source),
    offences: (source) => [...occurrences(typeEscape)(source), ...anysIn(source)],
    planted: { path: 'src/features/billing/rules.ts', text: 'const amount = bill as any' },
  },
  {
    sentence: 'no code silences the linter',
    holdsIn: (source) => !isOfRules(source),
    offences: occurrences(lintEscape),
    planted: { path: 'src/features/billing/rules.ts', text: '// biome-ignore lint: just this once' },
  },
  {
    sentence: 'no code is marked as unfinished',
    holdsIn: (source) => isCode(source) && !isOfRules(source),
    offences: occurrences(unfinished),
    planted: { path: 'src/features/billing/rules.ts', text: '// TODO: round properly' },
  },
  {
    sentence: 'no test is skipped or run alone',
    holdsIn: (source) => isCode(source) && !isOfRules(source) && !isConditional(source),
    offences: occurrences(leftOut),
    planted: { path: 'src/features/billing/rules.test.ts', text: 'const testOfMoney = test.skip' },
  },
  {
    sentence: 'no file names the package registry host',
    holdsIn: (source) => !isOfRules(source),
    offences: occurrences(registry),
    planted: { path: 'package-lock.json', text: '"resolved": "https://packages.example/left-pad.tgz"' },
  },
  {
    sentence: 'no file contains a machine-specific path',
    holdsIn: (source) => !isOfRules(source),
    offences: occurrences(ofOneMachine),
    planted: { path: 'docs/notes.md', text: 'Copy it to /home/ann/portal.' },
  },
]
