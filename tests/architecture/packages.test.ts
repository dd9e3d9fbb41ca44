import { expect, test } from 'vitest'
import {
  listPackagesAtStart,
  lockFile,
  looseVersions,
  manifest,
  unacceptedLicenses,
  undecidedScripts,
} from './packages.ts'

const lock = lockFile()
const ours = manifest()
const lockWith = (locked: object) => ({
  packages: { 'node_modules/added': { version: '1.0.0', ...locked } },
})

test('every package has an accepted license', () => {
  expect(unacceptedLicenses(lock)).toEqual([])
})

test.each(['AGPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN FILE', undefined])(
  'rejects a package licensed under %s',
  (license) => {
    expect(unacceptedLicenses(lockWith({ license }))).toHaveLength(1)
  },
)

test('accepts a package with one accepted license option', () => {
  expect(unacceptedLicenses(lockWith({ license: '(MPL-2.0 OR Apache-2.0)' }))).toEqual([])
})

test('allows an MPL package for builds but not in production', () => {
  const tool = { version: '1.0.0', license: 'MPL-2.0' }
  expect(unacceptedLicenses({ packages: { 'node_modules/axe-core': { ...tool, dev: true } } })).toEqual([])
  expect(unacceptedLicenses({ packages: { 'node_modules/axe-core': tool } })).toHaveLength(1)
})

test('no package runs an unreviewed install script', () => {
  expect(undecidedScripts(lock, ours)).toEqual([])
  expect(undecidedScripts(lockWith({ hasInstallScript: true }), ours)).toEqual(['added'])
})

test('every dependency has an exact version', () => {
  expect(looseVersions(ours)).toEqual([])
  expect(looseVersions({ ...ours, dependencies: { added: '^1.0.0' } })).toEqual(['added@^1.0.0'])
})

test('the lock file pins versions without registry addresses', () => {
  expect(Object.values(lock.packages).filter((locked) => 'resolved' in locked)).toEqual([])
})

test('a start loads neither a library that makes PDFs nor the client of document stores', () => {
  const loaded = listPackagesAtStart('src/app/start-portal.ts')
  expect(loaded).toContain('fastify')
  expect(
    loaded.filter((name) => /^(@react-pdf\/|@cantoo\/pdf-lib|pdfkit|@aws-sdk\/|@smithy\/)/.test(name)),
  ).toEqual([])
  expect(listPackagesAtStart('src/features/members/server/card-document.ts')).toContain('@react-pdf/renderer')
})
