import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdersOf, takeLease } from './usage-locks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-leases-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('ignores and removes the lock of a dead process', () => {
  writeFileSync(join(folder, `server-${process.pid}-recycled`), '')
  expect(holdersOf(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a lock names its owner and purpose until it is released', () => {
  const server = takeLease(folder, 'server')
  const command = takeLease(folder, 'command')
  expect(holdersOf(folder)).toEqual(
    expect.arrayContaining([
      { name: server.name, purpose: 'server', processId: process.pid },
      { name: command.name, purpose: 'command', processId: process.pid },
    ]),
  )
  server.release()
  expect(holdersOf(folder)).toMatchObject([{ purpose: 'command' }])
  command.release()
  expect(holdersOf(folder)).toEqual([])
})
