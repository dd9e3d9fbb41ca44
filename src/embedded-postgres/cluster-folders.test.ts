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
import { clusterHome, createSocketDir, socketDir } from './cluster-folders.ts'

const isRoot = process.getuid?.() === 0
const somebody = { name: 'somebody', uid: 54_321, gid: 54_321 }

let home: string
let data: string
let folder: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'place-'))
  data = join(home, 'x'.repeat(100), 'cluster')
  folder = socketDir(data)
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
  expect(() => createSocketDir(data, undefined)).toThrow(
    `${folder}, the folder for PostgreSQL's socket, ${fault}. Remove it.`,
  )
})

testIf(isRoot)('rejects a folder of another user and leaves it unchanged, even for root', () => {
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, 12_345, 12_345)
  expect(() => createSocketDir(data, somebody)).toThrow('is owned by another user (12345). Remove it.')
  expect(lstatSync(folder).uid).toBe(12_345)
})

testIf(isRoot)('never changes the owner of the target of a link', () => {
  symlinkSync(home, folder)
  expect(() => createSocketDir(data, somebody)).toThrow('is not a folder')
  expect(lstatSync(home).uid).toBe(0)
})

test('creates the socket folder for its user only and reuses it on the next start', () => {
  expect(createSocketDir(data, undefined)).toBe(folder)
  expect(createSocketDir(data, undefined)).toBe(folder)
  expect(lstatSync(folder).mode & 0o777).toBe(0o700)
})

testIf(isRoot)('root makes the PostgreSQL user the owner of the folder', () => {
  createSocketDir(data, somebody)
  expect(lstatSync(createSocketDir(data, somebody)).uid).toBe(somebody.uid)
})

test('rejects a disk with too little space before creating anything', () => {
  const place = join(home, 'portal')
  expect(() => clusterHome(place, 1e18)).toThrow(
    /^DATA_DIR: the disk that holds .* needs 1,000,000,000,000 MB to start/,
  )
  expect(existsSync(place)).toBe(false)
})

test('opens existing data regardless of free space', () => {
  const made = clusterHome(join(home, 'portal'))
  expect(clusterHome(join(home, 'portal'), 1e18)).toBe(made)
})
