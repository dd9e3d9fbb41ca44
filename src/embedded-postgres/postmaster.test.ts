import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findPostmaster, processCommand } from './pg-process.ts'

const data = mkdtempSync(join(tmpdir(), 'portal-postmaster-'))
afterAll(() => rmSync(data, { recursive: true }))

test('finds no PostgreSQL without postmaster.pid', () => {
  expect(findPostmaster(data)).toBeUndefined()
})

test('ignores a process that reused the ID of a dead PostgreSQL', () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n/tmp\n\n\nready\n`)
  expect(findPostmaster(data)).toBeUndefined()
})

test('finds no process in an empty postmaster.pid, as a full disk leaves it', () => {
  writeFileSync(join(data, 'postmaster.pid'), '')
  expect(findPostmaster(data)).toBeUndefined()
})

test('reads the command of a living process and none for an unused process ID', () => {
  expect(processCommand(process.pid)).toMatch(/node/)
  expect(processCommand(2 ** 22 + 1)).toBeUndefined()
})
