import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApplication } from '#test-support/test-application.ts'
import { acquireLock, tryLock } from './usage-locks.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a held lock is denied to every other process', () => {
  const file = join(folder, 'held')
  const lock = tryLock(file, testApplication)
  expect(tryLock(file, testApplication)).toBeUndefined()
  lock?.release()
})

test('names the lock when waiting for it times out', async () => {
  const file = join(folder, 'kept')
  const lock = tryLock(file, testApplication)
  await expect(acquireLock(file, testApplication, 0)).rejects.toThrow(file)
  lock?.release()
})

test('names the lock when its folder is missing', () => {
  expect(() => tryLock(join(folder, 'missing/lock'), testApplication)).toThrow(
    /missing.lock cannot be locked/,
  )
})

test('passes a lock on as soon as it is free', async () => {
  const file = join(folder, 'passed-on')
  const first = tryLock(file, testApplication)
  const waiting = acquireLock(file, testApplication, 10_000)
  first?.release()
  const second = await waiting
  expect(tryLock(file, testApplication)).toBeUndefined()
  second.release()
})

test('a killed process releases its lock', async () => {
  const file = join(folder, 'killed')
  const kernelLock = new URL('usage-locks.ts', import.meta.url)
  const script = `import { tryLock } from '${kernelLock}'
    globalThis.lock = tryLock('${file}', {})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(child.stdout, 'data')
  expect(tryLock(file, testApplication)).toBeUndefined()

  child.kill('SIGKILL')
  await once(child, 'close')
  const lock = tryLock(file, testApplication)
  expect(lock).toBeDefined()
  lock?.release()
})
