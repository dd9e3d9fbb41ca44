import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '#platform/config/setting-schemas.ts'
import { scanFile } from './virus-scanner.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-'))
  file = join(folder, 'a file; touch injected.pdf')
  await writeFile(file, '%PDF-1.7 EICAR')
  onTestFinished(() => rm(folder, { recursive: true }))
})

/** A scanner implemented as a script. */
async function scanner(script: string, ...words: string[]) {
  const path = join(folder, 'scanner')
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return [path, ...words]
}

const eicar = 'if grep -q EICAR; then echo "stream: Eicar-Test-Signature FOUND"; exit 1; fi; exit 0'

test('skips scanning when no scanner is configured', async () => {
  expect(await scanFile(undefined, file)).toEqual({ infected: false, said: '' })
})

test('reports a file piped to the scanner as clean or infected', async () => {
  const command = await scanner(eicar, '--no-summary', '-')
  expect(await scanFile(command, file)).toEqual({
    infected: true,
    said: 'stream: Eicar-Test-Signature FOUND',
  })
  await writeFile(file, '%PDF-1.7')
  expect(await scanFile(command, file)).toMatchObject({ infected: false })
})

test('passes the path as the last argument without a shell when the command has no "-"', async () => {
  const command = await scanner(
    'test $# = 2 && test "$1" = "--fd pass" && exec grep -q EICAR "$2"',
    '--fd pass',
  )
  expect(await scanFile(command, file)).toMatchObject({ infected: false })
  const touching = commandLine.parse(`${command[0]} "$(touch ${folder}/injected)" ; | touch`)
  await expect(scanFile(touching, file)).resolves.toBeDefined()
  expect(await readdir(folder)).not.toContain('injected')
})

test.each([
  ['exits with another code', 'exit 2', '2'],
  ['is killed', 'kill -9 $$', 'SIGKILL'],
  ['does not answer in time', 'exec sleep 60', 'SIGKILL'],
])('reports no verdict when a scanner %s', async (_case, script, outcome) => {
  await expect(scanFile(await scanner(script), file, 300)).rejects.toThrow(
    `did not return a verdict (${outcome})`,
  )
})

test('reports no verdict when the scanner does not exist', async () => {
  await expect(scanFile([join(folder, 'none'), '-'], file)).rejects.toThrow(
    'did not return a verdict (ENOENT)',
  )
})

test('splits a command into words and keeps double-quoted words together', () => {
  expect(commandLine.parse('clamdscan --config "/etc/my clam.conf" -')).toEqual([
    'clamdscan',
    '--config',
    '/etc/my clam.conf',
    '-',
  ])
  expect(commandLine.safeParse('  ').success).toBe(false)
})
