import { expect, test } from 'vitest'
import { foreignLicences, lockFile, looseVersions, manifest, undecidedScripts } from './packages.ts'

const lock = lockFile()
const ours = manifest()
const planted = (locked: object) => ({
  packages: { 'node_modules/planted': { version: '1.0.0', ...locked } },
})

test('every package has a licence that the product can live with', () => {
  expect(foreignLicences(lock)).toEqual([])
})

test.each(['AGPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN FILE', undefined])(
  'a package under %s is refused',
  (license) => {
    expect(foreignLicences(planted({ license }))).toHaveLength(1)
  },
)

test('a licence of choice is enough', () => {
  expect(foreignLicences(planted({ license: '(MPL-2.0 OR Apache-2.0)' }))).toEqual([])
})

test('a package under MPL may help to build, and may not ship', () => {
  const tool = { version: '1.0.0', license: 'MPL-2.0' }
  expect(foreignLicences({ packages: { 'node_modules/axe-core': { ...tool, dev: true } } })).toEqual([])
  expect(foreignLicences({ packages: { 'node_modules/axe-core': tool } })).toHaveLength(1)
})

test('no package runs a script at installation that nobody decided about', () => {
  expect(undecidedScripts(lock, ours)).toEqual([])
  expect(undecidedScripts(planted({ hasInstallScript: true }), ours)).toEqual(['planted'])
})

test('every dependency is asked for by its exact version', () => {
  expect(looseVersions(ours)).toEqual([])
  expect(looseVersions({ ...ours, dependencies: { planted: '^1.0.0' } })).toEqual(['planted@^1.0.0'])
})

test('the lock file says what is installed and not where it came from', () => {
  expect(Object.values(lock.packages).filter((locked) => 'resolved' in locked)).toEqual([])
})
