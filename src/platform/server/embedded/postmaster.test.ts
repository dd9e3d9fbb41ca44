import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postmasterOf } from './postmaster.ts'
import { commandOf } from './process-command.ts'

const data = mkdtempSync(join(tmpdir(), 'portal-postmaster-'))
afterAll(() => rmSync(data, { recursive: true }))

test('finds no PostgreSQL without postmaster.pid', () => {
  expect(postmasterOf(data)).toBeUndefined()
})

test('ignores a process that reused the id of a dead PostgreSQL', () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n/tmp\n\n\nready\n`)
  expect(postmasterOf(data)).toBeUndefined()
})

test('finds no process in an empty postmaster.pid, as a full disk leaves it', () => {
  writeFileSync(join(data, 'postmaster.pid'), '')
  expect(postmasterOf(data)).toBeUndefined()
})

test('reads the command of a living process and none for an unused process id', () => {
  expect(commandOf(process.pid)).toMatch(/node/)
  expect(commandOf(2 ** 22 + 1)).toBeUndefined()
})
