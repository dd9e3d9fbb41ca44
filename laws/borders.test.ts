import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** One planted offence for each border: the room that crosses it, and what it reaches for. */
const offences = {
  'platform-knows-no-feature': ['src/platform/server/planted.ts', '#geography/rules.ts'],
  'the-demonstration-kit-knows-no-feature': ['src/demo/planted.ts', '#geography/rules.ts'],
  'only-demonstration-parts-use-the-kit': ['src/geography/server/playing.ts', '#demo/target.ts'],
  'features-meet-at-contract-and-rules': ['src/geography/web/planted.ts', '#provider-search/web/target.ts'],
  'only-app-knows-all': ['src/geography/server/planted.ts', '#app/server.ts'],
  'nothing-shipped-imports-testing': ['src/geography/server/borrowed.ts', '#testing/target.ts'],
  'web-knows-no-server': ['src/geography/web/reaching.ts', '../server/target.ts'],
  'server-knows-no-web': ['src/geography/server/reaching.ts', '../web/target.ts'],
  'contracts-import-only-schemas': ['src/geography/contract.ts', './messages.ts'],
  'rules-and-messages-know-neither-side': ['src/geography/rules.ts', './server/target.ts'],
  'what-serves-is-a-dependency': ['src/geography/server/drawing.ts', 'vite'],
  'no-cycles': ['src/geography/server/circle.ts', './target.ts'],
  'nothing-unresolved': ['src/geography/server/lost.ts', './nowhere.ts'],
} as const

const innocent = {
  'src/app/server.ts': [],
  'src/testing/target.ts': ['#app/server.ts'],
  'src/demo/target.ts': [],
  'src/geography/messages.ts': [],
  'src/geography/web/target.ts': [],
  'src/geography/server/target.ts': ['./circle.ts'],
  'src/provider-search/web/target.ts': [],
  'src/provider-search/server/demo-visitor.ts': ['#demo/target.ts'],
  'src/provider-search/server/visitor.ts': ['#geography/server/target.ts', '#geography/contract.ts', 'zod'],
} as const

const root = resolve(import.meta.dirname, '..')
let house: string
let found: { rule: { name: string }; from: string }[]

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'planted-house-'))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  cpSync(join(root, 'package.json'), join(house, 'package.json'))
  for (const [file, target] of Object.values(offences)) plant(file, [target])
  for (const [file, targets] of Object.entries(innocent)) plant(file, targets)
  found = violationsIn(house)
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

test('the house keeps its borders', () => {
  expect(violationsIn(root)).toEqual([])
})

test.each(Object.entries(offences))('%s bites', (rule, [file]) => {
  expect(found.filter(({ from }) => from === file).map(({ rule: broken }) => broken.name)).toContain(rule)
})

test('every border has its planted offence', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  expect(forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(offences).sort())
})

test('whoever keeps to the doors is left in peace', () => {
  expect(found.filter(({ from }) => from.endsWith('visitor.ts'))).toEqual([])
})

function plant(file: string, targets: readonly string[]) {
  mkdirSync(join(house, dirname(file)), { recursive: true })
  const lines = targets.map((target, index) => {
    const word = /^[.#]/.test(target) ? 'import type' : 'import'
    return `${word} { T as T${index} } from '${target}'`
  })
  writeFileSync(join(house, file), [...lines, 'export type T = string', ''].join('\n'))
}

function violationsIn(folder: string): typeof found {
  const words = ['src', '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json']
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...words], {
    cwd: folder,
    maxBuffer: 1 << 26,
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout).summary.violations
}
