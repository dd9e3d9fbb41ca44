import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { postmasterOf } from './postmaster.ts'
import { commandOf } from './process-command.ts'

const data = mkdtempSync(join(tmpdir(), 'portal-postmaster-'))
afterAll(() => rmSync(data, { recursive: true }))

test('no PostgreSQL runs where there is no postmaster.pid', () => {
  expect(postmasterOf(data)).toBeUndefined()
})

test('a process that only got the number of a dead PostgreSQL is not taken for it', () => {
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n/tmp\n\n\nready\n`)
  expect(postmasterOf(data)).toBeUndefined()
})

test('an empty postmaster.pid, as a full disk leaves it, names nobody', () => {
  writeFileSync(join(data, 'postmaster.pid'), '')
  expect(postmasterOf(data)).toBeUndefined()
})

test('a living process has a command, a process number that is not in use has none', () => {
  expect(commandOf(process.pid)).toMatch(/node/)
  expect(commandOf(2 ** 22 + 1)).toBeUndefined()
})
