import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { testApplication } from '#test-support/test-application.ts'
import { findBinaries, repairLinks } from './binaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-binaries-'))
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

test('a platform without PostgreSQL binaries reports that an external database is needed', async () => {
  vi.stubGlobal('process', { ...process, platform: 'sunos', arch: 'sparc' })
  await expect(findBinaries(undefined, testApplication)).rejects.toThrow(/sunos-sparc.*SHOP_DATABASE/)
})

test('creates library links that npm did not create', async () => {
  mkdirSync(join(folder, 'native/lib'), { recursive: true })
  writeFileSync(join(folder, 'native/lib/libicu.so.60.2'), 'a library')
  const links = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))

  await repairLinks(folder)
  await repairLinks(folder)
  expect(readFileSync(join(folder, 'native/lib/libicu.so.60'), 'utf8')).toBe('a library')
})
