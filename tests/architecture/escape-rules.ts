import { mockingTests } from '../support/mocking-tests.ts'
import { findMatches, type Rule } from './rule.ts'
import { isCode, type Source } from './source.ts'
import { lineOf, nodesOf } from './syntax.ts'

const typeEscape = /@ts-(ignore|expect-error|nocheck)/
const lintEscape = /(biome|eslint|oxlint|v8|istanbul|knip)-?\s?-?(ignore|disable)/
const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|not implemented/
const skippedTest = /\b(test|it|describe)\.(skip|only|todo|fixme|fails|runIf)/
/** The helpers that declare what a test needs from its machine, one per kind of test. */
const isConditional = ({ path }: Source) =>
  ['tests/support/skip-unless.ts', 'tests/e2e/portal-test.ts'].includes(path)
const registry = /https?:\/\/(registry|npm)\.|npmjs\.(org|com)|yarnpkg|npm-?mirror|"resolved": "http/
const machinePath = /(^|[\s'"`(=:])\/(root|home|Users)\//

const findAny = (source: Source) =>
  nodesOf(source)
    .filter(({ type, kind }) => type === 'TsKeywordType' && kind === 'any')
    .map((node) => `${lineOf(source, node)}: any`)

const isArchitectureTest = ({ path }: Source) => path.startsWith('tests/architecture/')

const sharesModules = ({ path }: Source) => /\.test\.tsx?$/.test(path) && !mockingTests.includes(path)

export const escapeRules: Rule[] = [
  {
    title: 'tests that share modules mock none',
    appliesTo: (source) => sharesModules(source) && !isArchitectureTest(source),
    violations: findMatches(/\bvi\.(mock|doMock|resetModules)\(/),
    fixture: { path: 'src/features/billing/rules.test.ts', text: "vi.mock('./rules.ts', { spy: true })" },
  },
  {
    // A second is short of what a busy machine needs; `expect.poll` has a limit for all tests in vitest.config.ts.
    title: 'no test waits with the default limit of one second',
    appliesTo: (source) => isCode(source) && !isArchitectureTest(source),
    violations: findMatches(/\bvi\.(waitFor|waitUntil)\(/),
    fixture: {
      path: 'src/features/billing/rules.test.ts',
      text: 'await vi.waitFor(() => expect(paid).toBe(1))',
    },
  },
  {
    // It would only put several properties or elements on one line, which hides the length of a file and duplicate keys.
    title: 'no literal is spread into another one',
    appliesTo: (source) => isCode(source) && !isArchitectureTest(source),
    violations: findMatches(/\.\.\.\{|\.\.\.\[[^\]]*\],?$/),
    fixture: { path: 'src/features/billing/rules.ts', text: 'const bill = { ...{ itn, charges }, round }' },
  },
  {
    title: 'no code bypasses the type checker',
    appliesTo: (source) => isCode(source) && !isArchitectureTest(source),
    violations: (source) => [...findMatches(typeEscape)(source), ...findAny(source)],
    fixture: { path: 'src/features/billing/rules.ts', text: 'const amount = bill as any' },
  },
  {
    title: 'no code silences the linter',
    appliesTo: (source) => !isArchitectureTest(source),
    violations: findMatches(lintEscape),
    fixture: { path: 'src/features/billing/rules.ts', text: '// biome-ignore lint: just this once' },
  },
  {
    title: 'no code is marked as unfinished',
    appliesTo: (source) => isCode(source) && !isArchitectureTest(source),
    violations: findMatches(unfinished),
    fixture: { path: 'src/features/billing/rules.ts', text: '// TODO: round properly' },
  },
  {
    title: 'no test is skipped or run alone',
    appliesTo: (source) => isCode(source) && !isArchitectureTest(source) && !isConditional(source),
    violations: findMatches(skippedTest),
    fixture: { path: 'src/features/billing/rules.test.ts', text: 'const testOfMoney = test.skip' },
  },
  {
    title: 'no file names the package registry host',
    appliesTo: (source) => !isArchitectureTest(source),
    violations: findMatches(registry),
    fixture: { path: 'package-lock.json', text: '"resolved": "https://packages.example/left-pad.tgz"' },
  },
  {
    title: 'no file contains a machine-specific path',
    appliesTo: (source) => !isArchitectureTest(source),
    violations: findMatches(machinePath),
    fixture: { path: 'docs/notes.md', text: 'Copy it to /home/ann/portal.' },
  },
]
