import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testIf } from '#test-support/skip-unless.ts'
import { testApplication } from '#test-support/test-application.ts'
import { clusterHome, createSocketDir, socketDir } from './cluster-folders.ts'

const isRoot = process.getuid?.() === 0
const somebody = { name: 'somebody', uid: 54_321, gid: 54_321 }

let home: string
let data: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'place-'))
  data = join(home, 'x'.repeat(100), 'cluster')
  folder = socketDir(data, testApplication)
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

test.each([
  ['a file', () => writeFileSync(folder, ''), 'is not a folder'],
  ['a link to a folder of ours', () => symlinkSync(home, folder), 'is not a folder'],
  ['a folder that everybody can enter', () => mkdirSync(folder, { mode: 0o755 }), 'is open to other users'],
])('rejects %s in place of the socket folder', (_case, plant, fault) => {
  plant()
  expect(() => createSocketDir(folder, undefined)).toThrow(
    `${folder}, the folder for PostgreSQL's socket, ${fault}. Remove it.`,
  )
})

testIf(isRoot)('rejects a folder of another user and leaves it unchanged, even for root', () => {
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, 12_345, 12_345)
  expect(() => createSocketDir(folder, somebody)).toThrow('is owned by another user (12345). Remove it.')
  expect(lstatSync(folder).uid).toBe(12_345)
})

testIf(isRoot)('never changes the owner of the target of a link', () => {
  symlinkSync(home, folder)
  expect(() => createSocketDir(folder, somebody)).toThrow('is not a folder')
  expect(lstatSync(home).uid).toBe(0)
})

test('creates the socket folder for its user only and reuses it on the next start', () => {
  expect(createSocketDir(folder, undefined)).toBe(folder)
  expect(createSocketDir(folder, undefined)).toBe(folder)
  expect(lstatSync(folder).mode & 0o777).toBe(0o700)
})

testIf(isRoot)('root makes the PostgreSQL user the owner of the folder', () => {
  createSocketDir(folder, somebody)
  expect(lstatSync(createSocketDir(folder, somebody)).uid).toBe(somebody.uid)
})

test('rejects a disk with too little space before creating anything', () => {
  const place = join(home, 'shop')
  expect(() => clusterHome(place, testApplication, 1e18)).toThrow(
    /^SHOP_DATA: the disk that holds .* needs 1,000,000,000,000 MB to start/,
  )
  expect(existsSync(place)).toBe(false)
})

test('opens existing data regardless of free space', () => {
  const made = clusterHome(join(home, 'shop'), testApplication)
  expect(clusterHome(join(home, 'shop'), testApplication, 1e18)).toBe(made)
})
