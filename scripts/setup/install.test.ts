import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './installed.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-install-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const ours = { version: '24.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
const wanted = {
  '': { optionalDependencies: { 'our-node': '24.0.0', 'their-node': '24.0.0' } },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/our-node': ours,
  'node_modules/their-node': { ...ours, os: ['plan9'] },
  'node_modules/other-optional-package': { ...ours },
}
const installed = {
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/our-node': { version: '24.0.0' },
}

function given(list: object | undefined) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (list) writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: list }))
}

test.each([
  ['nothing', undefined],
  ['an older version', { ...installed, 'node_modules/fastify': { version: '4.0.0' } }],
  ['everything but Node.js for this platform', { 'node_modules/fastify': { version: '5.0.0' } }],
])('an installation is needed with %s installed', (_what, list) => {
  given(list)
  expect(isInstalled(root)).toBe(false)
})

test('packages for other platforms and optional packages of dependencies are not required', () => {
  given(installed)
  expect(isInstalled(root)).toBe(true)
})

test('the lock file names the packages of every platform, as npm ci requires', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const unnamed = Object.values<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
    ({ optionalDependencies = {} }) =>
      Object.entries(optionalDependencies)
        .filter(([name, version]) => /^\d/.test(version) && !(`node_modules/${name}` in packages))
        .map(([name]) => name),
  )
  expect(unnamed).toEqual([])
})
