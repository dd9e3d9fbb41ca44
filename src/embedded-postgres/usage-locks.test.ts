import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApplication } from '#test-support/test-application.ts'
import { acquireUsageLock, findClusterUsers } from './usage-locks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-leases-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('ignores and removes the lock of a dead process', () => {
  writeFileSync(join(folder, `server-${process.pid}-recycled`), '')
  expect(findClusterUsers(folder, testApplication)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a lock names its owner and purpose until it is released', () => {
  const server = acquireUsageLock(folder, testApplication, 'server')
  const command = acquireUsageLock(folder, testApplication, 'command')
  expect(findClusterUsers(folder, testApplication)).toEqual(
    expect.arrayContaining([
      { name: server.name, purpose: 'server', processId: process.pid },
      { name: command.name, purpose: 'command', processId: process.pid },
    ]),
  )
  server.release()
  expect(findClusterUsers(folder, testApplication)).toMatchObject([{ purpose: 'command' }])
  command.release()
  expect(findClusterUsers(folder, testApplication)).toEqual([])
})
