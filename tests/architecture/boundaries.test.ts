import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** One violation of each rule: the file that breaks it, and what it imports. */
const violations = {
  'platform-imports-no-feature': ['src/platform/http/violation.ts', '#geography/rules.ts'],
  'embedded-postgres-imports-nothing-of-the-portal': [
    'src/embedded-postgres/violation.ts',
    '#platform/http/target.ts',
  ],
  'seed-helpers-import-no-feature': ['src/seed/violation.ts', '#geography/rules.ts'],
  'only-seeds-import-seed-helpers': ['src/features/geography/server/seeding.ts', '#seed/target.ts'],
  'features-import-contracts-and-rules-only': [
    'src/features/geography/web/violation.ts',
    '#provider-search/web/target.ts',
  ],
  'only-app-imports-app': ['src/features/geography/server/violation.ts', '#app/server.ts'],
  'product-code-imports-no-test-support': [
    'src/features/geography/server/testing.ts',
    '#test-support/target.ts',
  ],
  'web-imports-no-server': ['src/features/geography/web/reaching.ts', '../server/target.ts'],
  'server-imports-no-web': ['src/features/geography/server/reaching.ts', '../web/target.ts'],
  'contracts-import-only-schemas': ['src/features/geography/contract.ts', './messages.ts'],
  'rules-and-messages-import-neither-side': ['src/features/geography/rules.ts', './server/target.ts'],
  'server-packages-are-dependencies': ['src/features/geography/server/drawing.ts', 'vite'],
  'no-cycles': ['src/features/geography/server/cycle.ts', './target.ts'],
  'no-unresolved-imports': ['src/features/geography/server/unresolved.ts', './nowhere.ts'],
} as const

const allowed = {
  'src/platform/http/target.ts': [],
  'src/app/server.ts': [],
  'tests/support/target.ts': ['#app/server.ts'],
  'src/seed/target.ts': [],
  'src/features/geography/messages.ts': [],
  'src/features/geography/web/target.ts': [],
  'src/features/geography/server/target.ts': ['./cycle.ts'],
  'src/features/provider-search/web/target.ts': [],
  'src/features/provider-search/server/visitor-seed.ts': ['#seed/target.ts'],
  'src/features/provider-search/server/analytics-client.ts': [
    '#geography/server/target.ts',
    '#geography/contract.ts',
    'zod',
  ],
} as const

const root = resolve(import.meta.dirname, '../..')
let fixture: string
let found: { rule: { name: string }; from: string }[]

beforeAll(() => {
  fixture = mkdtempSync(join(tmpdir(), 'architecture-'))
  symlinkSync(join(root, 'node_modules'), join(fixture, 'node_modules'))
  cpSync(join(root, 'package.json'), join(fixture, 'package.json'))
  for (const [file, target] of Object.values(violations)) writeFixture(file, [target])
  for (const [file, targets] of Object.entries(allowed)) writeFixture(file, targets)
  found = violationsIn(fixture)
})
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

test('the code base has no violations', () => {
  expect(violationsIn(root)).toEqual([])
})

test.each(Object.entries(violations))('%s detects its violation', (rule, [file]) => {
  expect(found.filter(({ from }) => from === file).map(({ rule: broken }) => broken.name)).toContain(rule)
})

test('every rule has a violation to detect', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(violations).sort())
})

test('allows imports of contracts, public modules and packages', () => {
  expect(found.filter(({ from }) => from.endsWith('visitor-seed.ts'))).toEqual([])
})

function writeFixture(file: string, targets: readonly string[]) {
  mkdirSync(join(fixture, dirname(file)), { recursive: true })
  const lines = targets.map((target, index) => {
    const keyword = /^[.#]/.test(target) ? 'import type' : 'import'
    return `${keyword} { T as T${index} } from '${target}'`
  })
  writeFileSync(join(fixture, file), [...lines, 'export type T = string', ''].join('\n'))
}

function violationsIn(folder: string): typeof found {
  const words = [
    'src',
    'tests/support',
    '--config',
    join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ]
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...words], {
    cwd: folder,
    maxBuffer: 1 << 26,
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout).summary.violations
}
