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

test('a lease that a dead process has left behind counts for nothing and is cleared away', () => {
  writeFileSync(join(folder, `server-${process.pid}-recycled`), '')
  expect(holdersOf(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a lease says who holds it and what for, until it is released', () => {
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
